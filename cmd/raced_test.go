//go:build race

package cmd_test

// raced tells that the race detector is on, under which each process takes many times as long.
const raced = true
