package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/toolfit/toolfit/shape/input"
	"github.com/toolfit/toolfit/store"
)

// A commandError is a command of run's that failed: it ended with a status that isn't fine, ran for
// too long, or could not be started.
type commandError struct {
	status  int // as a shell tells it
	limit   time.Duration
	limited bool // it was asked too often of its source
	retry   int  // seconds until that may be asked again; 0: not known
	said    string
}

// Metadata is the error without what the command said.
func (e *commandError) Metadata() string {
	switch {
	case e.limit > 0:
		return fmt.Sprintf("the command ran for more than %v", e.limit)
	case e.status == 126:
		return "the command can't be run (status 126)"
	case e.status == 127:
		return "the command was not found (status 127)"
	case e.status > 128 && e.status <= 128+64:
		return fmt.Sprintf("the command was ended by signal %d (status %d)", e.status-128, e.status)
	}
	return fmt.Sprintf("the command ended with status %d", e.status)
}

func (e *commandError) Error() string {
	if e.said == "" {
		return e.Metadata()
	}
	return e.Metadata() + ": " + e.said
}

// failedBy returns the rule's test for one of the ways in which a command fails.
func failedBy(is func(*commandError) bool) func(error) bool {
	return func(err error) bool {
		var e *commandError
		return errors.As(err, &e) && is(e)
	}
}

// maxSaid is how many bytes of a command's stderr an envelope has.
const maxSaid = 140

// running is what run is told about its command.
type running struct {
	argv  []string
	limit time.Duration // 0: none
	fine  []int         // statuses that are no failure
}

// runningOf takes run's own flags.
func (c *call) runningOf(g *given) (r running, err error) {
	if len(g.behind) == 0 || len(g.args) > len(g.behind) {
		return r, &usageError{"run takes a command behind --", "as in: toolfit run --timeout 30s -- CMD ARG"}
	}
	r.argv, r.fine = g.behind, []int{0}
	if text, ok := g.flags["timeout"]; ok {
		if r.limit, err = duration(text); err != nil {
			return r, err
		}
	}
	if text, ok := g.flags["ok-exit"]; ok {
		for word := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil || n < 0 || n > 255 {
				return r, usagef("--ok-exit takes statuses from 0 to 255, as in 0,1, not %s", quote(text))
			}
			r.fine = append(r.fine, n)
		}
	}
	return r, nil
}

// duration reads how long something may take: 1m30s, or a number of seconds.
func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if seconds, e := strconv.ParseFloat(text, 64); e == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return 0, usagef("--timeout takes a time over 0, as in 30s or 1m30s, not %s", quote(text))
	}
	return d, nil
}

// execute runs a command and shapes what it prints. With a key the command runs once, and every
// other call with that key prints what the first did.
func (c *call) execute(g *given) error {
	r, err := c.runningOf(g)
	if err != nil {
		return err
	}
	job, err := c.prepare(onFilter)
	if err != nil {
		return err
	}
	key, ok := g.flags["idempotency-key"]
	if !ok {
		return c.shapeCommand(job, r)
	}
	if key == "" || len(key) > maxName {
		return usagef("--idempotency-key takes 1 to %d bytes", maxName)
	}
	var words [][]byte
	for _, word := range r.argv {
		words = append(words, []byte(word))
	}
	reply, err := job.scope.Once(key, words, func() store.Reply { return c.replyOf(job, r) })
	if errors.Is(err, store.ErrOtherCall) {
		return &usageError{"--idempotency-key " + quote(key) + " was used for another command", "take another key for another command"}
	}
	if err != nil {
		return err
	}
	if _, err := c.stdout.Write(reply.Out); err != nil {
		return err
	}
	return &printedError{reply.Exit}
}

// replyOf runs the command and keeps what is printed, errors included.
func (c *call) replyOf(job *job, r running) store.Reply {
	var out bytes.Buffer
	stdout := c.stdout
	c.stdout = &out
	defer func() { c.stdout = stdout }()
	err := c.shapeCommand(job, r)
	var printed *printedError
	switch {
	case errors.As(err, &printed):
		return store.Reply{Out: out.Bytes(), Exit: printed.exit}
	case err != nil:
		exit := c.fail(err)
		return store.Reply{Out: out.Bytes(), Exit: exit}
	}
	return store.Reply{Out: out.Bytes()}
}

// shapeCommand runs the command and prints its output as an envelope.
func (c *call) shapeCommand(job *job, r running) error {
	stdin := c.stdin
	if e, ok := stdin.(*expected); ok {
		stdin = e.from
	}
	if c.release != nil {
		c.release() // signals are the command's, until it has ended
	}
	command, err := start(r.argv, stdin, r.limit, c.alone)
	if err != nil {
		return &commandError{status: exitStatus(err)}
	}
	return c.shape(job, command, func() error {
		err := c.failureOf(command, r)
		if c.release != nil {
			c.release = handleSignals()
		}
		return err
	})
}

// failureOf waits for a command, and tells how it failed if it did.
func (c *call) failureOf(command *child, r running) error {
	status := exitStatus(command.wait())
	said := lastLines(command.said.bytes(), maxSaid)
	if command.timedOut.Load() {
		return &commandError{status: 124, limit: r.limit, said: said}
	}
	if slices.Contains(r.fine, status) {
		return nil
	}
	e := &commandError{status: status, said: said}
	text := string(command.said.bytes()) + "\n" + string(command.printed.bytes())
	e.retry, e.limited = rateLimited(text, c.now())
	return e
}

// lastLines returns the last lines of a text that have at most n bytes together, as they are shown;
// of a longer last line, its end.
func lastLines(text []byte, n int) string {
	list := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	said := ""
	for i := len(list) - 1; i >= 0; i-- {
		line := strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) && r != ' ' {
				return -1
			}
			return r
		}, strings.ToValidUTF8(string(input.ShownLine(nil, []byte(list[i]))), "\uFFFD"))
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case said == "" && len(line) > n:
			cut := len(line) - n
			for cut < len(line) && line[cut]&0xc0 == 0x80 {
				cut++
			}
			return "…" + line[cut:]
		case said == "":
			said = line
		case len(line)+1+len(said) > n:
			return said
		default:
			said = line + "\n" + said
		}
	}
	return said
}
