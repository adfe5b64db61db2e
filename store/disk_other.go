//go:build !linux

package store

import (
	"errors"
	"os"
)

func reserveRange(*os.File, int64, int64) error { return errors.ErrUnsupported }

func flushRange(*os.File, int64, int64) {}
