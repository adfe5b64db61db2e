package query

import (
	"context"
	"runtime/metrics"
	"sync"
	"time"
)

// Limits bound what gojq may do. A query that is slow but bounded on each row isn't touched by
// them: only rows that take over 20 ms are looked at.
type Limits struct {
	Row    time.Duration // for one row
	Total  time.Duration // for all rows together that take over 20 ms
	Memory int64         // bytes of heap that a row may add
	Output int64         // bytes of all outputs for one row
}

// DefaultLimits are generous for a filter that people wait for, and safe for one that a program
// starts: a query by a model may loop for ever. A row is at most 4 MiB, so is its output.
var DefaultLimits = Limits{
	Row:    5 * time.Second,
	Total:  30 * time.Second,
	Memory: 256 << 20,
	Output: 4 << 20,
}

// beat is how often a running program is looked at. Time is counted in beats, by the timer.
const beat = 20 * time.Millisecond

// A guard stops a program that runs for too long or takes too much memory. Between two beats
// nothing is checked, so memory may exceed its bound by what one builtin allocates.
type guard struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer

	mu       sync.Mutex // over what is below, which the timer's goroutine uses
	limits   Limits
	running  bool
	row, all time.Duration // spent, in whole beats
	heap     int64         // at the first beat of this row
}

// begin gives the context for one row.
func (g *guard) begin(l Limits) context.Context {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ctx == nil || g.ctx.Err() != nil {
		g.ctx, g.cancel = context.WithCancelCause(context.Background())
	}
	g.limits, g.running, g.row, g.heap = l, true, 0, 0
	if g.timer == nil {
		g.timer = time.AfterFunc(beat, g.tick)
	} else {
		g.timer.Reset(beat)
	}
	return g.ctx
}

func (g *guard) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = false
	g.timer.Stop()
}

// cause is why the program was stopped, or nil.
func (g *guard) cause() error {
	return context.Cause(g.ctx)
}

// tick is one beat. One that comes late, when the next row runs already, counts for that.
func (g *guard) tick() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.running {
		return
	}
	g.row += beat
	g.all += beat
	used := heapInUse()
	if g.heap == 0 {
		g.heap = used
	}
	switch {
	case g.row >= g.limits.Row:
		g.cancel(&TimeoutError{g.limits.Row})
	case g.all >= g.limits.Total:
		g.cancel(&TimeoutError{g.limits.Total})
	case used-g.heap > g.limits.Memory:
		g.cancel(&LimitError{"memory", g.limits.Memory})
	default:
		g.timer.Reset(beat)
	}
}

// heapInUse is the bytes of objects on the heap, dead ones not yet swept included.
func heapInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
