package cmd

import (
	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/store"
)

func (c *call) walk(scope *store.Scope, text []byte, o shape.CheckOptions) ([]shape.Broken, error) {
	return nil, nil
}
