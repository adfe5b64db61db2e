package transcript

import (
	"bufio"
	"errors"
	"io"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/shape/token"
)

// minTokens is what a result has at least to be replaced. A stub has less, so that it is never
// replaced itself.
const minTokens = 200

// ErrUnfit says that a result has no rows, as binary data: it stays as it is.
var ErrUnfit = errors.New("the result can't be shaped")

// Kept is a result that was shaped and stored.
type Kept struct {
	Handle string
	Total  int64 // rows
	Failed bool  // it is an error, by its own account
	// Headline returns figures over all rows as a JSON object of at most room tokens, or nil.
	Headline func(room int) []byte
}

// Options say what is replaced, and where it goes.
type Options struct {
	Keep    int64 // assistant turns whose results stay
	Counter *token.Counter
	// Store shapes and stores a result as the filter does. An error ends the compaction, unless it
	// is ErrUnfit.
	Store func(text io.Reader) (Kept, error)
	// Rows returns how many rows a handle names, and false if it can't be read.
	Rows func(handle string) (int64, bool)
	// Read words the command that reads a handle from a row on.
	Read func(handle string, offset int64) string
	// Log is told of each replacement, in order; nil: nobody asks.
	Log func(Change) error
}

// A Change is one replacement: the bytes of the transcript from Offset on became Stub, as a string.
type Change struct {
	Message int64  `json:"message"` // its number, from 0
	Block   int    `json:"block"`   // number of the text among the message's replaceable ones
	Offset  int64  `json:"offset"`  // of the string in the input, quotes included
	Bytes   int64  `json:"bytes"`   // of that string
	Tool    string `json:"tool,omitempty"`
	Handle  string `json:"handle"`
	Before  int    `json:"tokens_before"`
	After   int    `json:"tokens_after"`
	Stub    string `json:"stub"`
}

// compaction is one call of Compact.
type compaction struct {
	Options
	in     io.ReaderAt
	out    *bufio.Writer
	at     int64 // bytes of in that are copied or replaced
	turns  turns
	last   int64 // turn whose results are replaced
	called names

	reader *input.TextReader // and buf are used for every old result
	buf    []byte
}

// Compact writes the transcript that the first size bytes of in are to out, with stubs in place of
// old results. A *FormError says that it is no transcript. Upon an error, what was written is not
// to be used.
func Compact(in io.ReaderAt, size int64, out io.Writer, o Options) error {
	c := &compaction{
		Options: o, in: in, out: bufio.NewWriterSize(out, 64<<10),
		reader: input.NewTextReader(nil), buf: make([]byte, 32<<10),
	}
	count := func(n *node, _ int64) error {
		c.turns.take(n)
		return nil
	}
	if err := newWalk(in, size, count).run(); err != nil {
		return err
	}
	c.last = boundary(c.turns.n, o.Keep)
	c.turns = turns{}
	if err := newWalk(in, size, c.message).run(); err != nil {
		return err
	}
	if err := c.copyTo(size); err != nil {
		return err
	}
	return c.out.Flush()
}

// message replaces the results in a message, if they are old.
func (c *compaction) message(n *node, i int64) error {
	c.turns.take(n)
	c.called.note(n)
	if c.turns.n > c.last {
		return nil
	}
	block := 0
	for _, r := range n.results(&c.called) {
		for _, s := range r.texts {
			if err := c.text(r, s, Change{Message: i, Block: block}); err != nil {
				return err
			}
			block++
		}
	}
	return nil
}

// text replaces a text of a result, unless it is short or can't be had back from what is stored.
func (c *compaction) text(r result, s span, ch Change) error {
	tokens, fits, err := c.measure(s)
	if err != nil || !fits || tokens < minTokens {
		return err
	}
	st, err := c.stubOf(s)
	if errors.Is(err, ErrUnfit) {
		return nil
	}
	if err != nil {
		return err
	}
	st.tool, st.failed = r.tool, st.failed || r.failed
	line := st.fit(c.Counter)
	if line == nil {
		return nil
	}
	ch.Offset, ch.Bytes, ch.Tool, ch.Handle = s.off, s.end-s.off, st.tool, st.handle
	ch.Before, ch.After, ch.Stub = tokens, c.Counter.Count(line), string(line)
	return c.replace(s, line, ch)
}

// open reads a text. It is read to its end before another one is opened.
func (c *compaction) open(s span) *input.TextReader {
	c.reader.Reset(io.NewSectionReader(c.in, s.off, s.end-s.off))
	return c.reader
}

// measure counts the tokens of a text, and tells whether it is text that UTF-8 can hold.
func (c *compaction) measure(s span) (tokens int, fits bool, err error) {
	if s.end-s.off < minTokens { // a token has a byte at least
		return 0, true, nil
	}
	text := c.open(s)
	count := c.Counter.Stream()
	if _, err := io.CopyBuffer(count, text, c.buf); err != nil {
		return 0, false, err
	}
	return count.Count(), !text.Lossy(), nil
}

// stubOf makes the stub of a text: of the envelope that it is, or of what is stored now.
func (c *compaction) stubOf(s span) (*stub, error) {
	if e, err := c.envelope(s); e != nil || err != nil {
		return e, err
	}
	kept, err := c.Store(c.open(s))
	if err != nil {
		return nil, err
	}
	return &stub{
		handle: kept.Handle, total: kept.Total, failed: kept.Failed, headline: kept.Headline,
		next: c.Read(kept.Handle, 0),
	}, nil
}

// replace writes what lies before a text, and the stub in its place.
func (c *compaction) replace(s span, line []byte, ch Change) error {
	if err := c.copyTo(s.off); err != nil {
		return err
	}
	if _, err := c.out.Write(input.AppendString(nil, line)); err != nil {
		return err
	}
	c.at = s.end
	if c.Log == nil {
		return nil
	}
	return c.Log(ch)
}

// copyTo copies what comes before an offset.
func (c *compaction) copyTo(off int64) error {
	_, err := io.Copy(c.out, io.NewSectionReader(c.in, c.at, off-c.at))
	c.at = off
	return err
}
