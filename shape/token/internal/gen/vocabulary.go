package main

import (
	"fmt"
	"maps"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/toolfit/toolfit/shape/token/internal/vocab"
)

// The tokens of r50k_base are the first of p50k_base, which adds runs of spaces; one table does
// for both.
const r50kTokens = 50256

// vocabulary returns the table of an encoding.
func vocabulary(name string) ([]byte, error) {
	ranks, err := load(name)
	if err != nil {
		return nil, err
	}
	for b := range 256 {
		if _, ok := ranks[string([]byte{byte(b)})]; !ok {
			return nil, fmt.Errorf("read %s: no token for byte %#x", name, b)
		}
	}
	if name == "p50k_base" {
		if err := checkShared(ranks); err != nil {
			return nil, err
		}
	}
	return vocab.Build(ranks)
}

func load(name string) (map[string]uint32, error) {
	loaded, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	ranks := make(map[string]uint32, len(loaded))
	for tok, rank := range loaded {
		ranks[tok] = uint32(rank)
	}
	return ranks, nil
}

// checkShared makes sure that p50k_base up to r50kTokens is r50k_base.
func checkShared(p50k map[string]uint32) error {
	r50k, err := load("r50k_base")
	if err != nil {
		return err
	}
	first := maps.Clone(p50k)
	maps.DeleteFunc(first, func(_ string, rank uint32) bool { return rank >= r50kTokens })
	if !maps.Equal(first, r50k) {
		return fmt.Errorf("read r50k_base: it is not the beginning of p50k_base")
	}
	return nil
}
