package cmd

import (
	"io"
	"os"
	"time"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"
)

const (
	quiet  = time.Second            // how long an input may take before anything is said of it
	redraw = 100 * time.Millisecond // how often the line is drawn, at most
	// progressLine is the line: bytes, rows and bytes a second.
	progressLine = `{{counters . "%[1]s" "%[1]s"}}  {{string . "rows"}} rows  {{speed . "%s/s" "…"}}`
)

// progress counts what is read of an input and shows it on one line of stderr, which is gone when
// the input has been read. A nil progress shows nothing.
type progress struct {
	in           io.Reader
	to           io.Writer
	width        int // of to, in columns
	now          func() time.Time
	began, drawn time.Time
	bytes, rows  int64
	bar          *pb.ProgressBar // nil until something is shown
}

// progress returns what shows how the reading of an input goes on, nil where nobody would see it:
// a person does if stderr is a terminal and stdout isn't, or is for people. Models are often
// shown both, and --progress says that none is.
func (c *call) progress(in io.Reader) *progress {
	seen := isTerminal(c.stderr) && (!isTerminal(c.stdout) || c.form() == "table")
	if c.given.flags["progress"] != "true" && !seen {
		return nil
	}
	return &progress{in: in, to: c.stderr, width: c.width(c.stderr), now: c.now, began: c.now()}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// reader returns the input as it is to be read.
func (p *progress) reader(in io.Reader) io.Reader {
	if p == nil {
		return in
	}
	return p
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	p.bytes += int64(n)
	if t := p.now(); t.Sub(p.began) >= quiet && t.Sub(p.drawn) >= redraw {
		p.drawn = t
		p.draw()
	}
	return n, err
}

func (p *progress) draw() {
	if p.bar == nil {
		p.bar = pb.ProgressBarTemplate(progressLine).New(0).SetWriter(p.to).SetWidth(p.width).
			Set(pb.Static, true).Set(pb.Bytes, true).Set(pb.Color, false).
			Set(pb.Terminal, true).Set(pb.ReturnSymbol, "\r").Set(pb.CleanOnFinish, true)
		p.bar.Start()
	}
	p.bar.SetCurrent(p.bytes).Set("rows", p.rows).Write()
}

// done takes the line away.
func (p *progress) done() {
	if p != nil && p.bar != nil {
		p.bar.Finish()
		p.bar.Write()
	}
}

// counted is what is kept of an input, and counts its rows.
type counted struct {
	kept
	p *progress
}

func (k counted) AddSpan(off, length int64, text bool) {
	if k.p != nil {
		k.p.rows++
	}
	k.kept.AddSpan(off, length, text)
}

func (k counted) ResetSpans() {
	if k.p != nil {
		k.p.rows = 0
	}
	k.kept.ResetSpans()
}
