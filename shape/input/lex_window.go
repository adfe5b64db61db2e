package input

import "io"

// Sizes of the window: what it starts with, and the least that is read at once.
const (
	windowSize = 128 << 10
	readSize   = 16 << 10
)

// more reads more of the input into the window, behind what must stay. It returns false at the
// end of the input, on an error of its reader, and when what must stay is longer than max.
func (l *Lexer) more() bool {
	if l.ioErr != nil || l.err != nil {
		return false
	}
	if l.src == nil {
		l.ioErr = io.EOF
		return false
	}
	keep := l.start
	if l.hold {
		keep = l.mark
		if len(l.buf)-keep > l.max {
			l.err = errLong
			return false
		}
	}
	l.slide(keep)
	return l.read()
}

// slide moves the window so that it begins at keep, and makes room behind it.
func (l *Lexer) slide(keep int) {
	n := len(l.buf) - keep
	to := l.buf[:0]
	if cap(to)-n < readSize {
		size := max(n+readSize, min(2*cap(to), l.max+windowSize), windowSize)
		to = make([]byte, 0, size)
	}
	l.buf = append(to, l.buf[keep:]...)
	l.off += int64(keep)
	l.pos -= keep
	l.start -= keep
	l.end -= keep
	l.mark -= keep
}

func (l *Lexer) read() bool {
	for range 100 {
		n, err := l.src.Read(l.buf[len(l.buf):cap(l.buf)])
		l.buf = l.buf[:len(l.buf)+n]
		l.ioErr = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	l.ioErr = io.ErrNoProgress
	return false
}

// space skips white space. It may stop before the end of it.
func (l *Lexer) space() {
	b, i := l.buf, l.pos+1
	for i+8 <= len(b) && string(b[i:i+8]) == "        " {
		i += 8
	}
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	l.pos = i
	if l.state == atGap {
		l.state = atRoot
	}
}

// tooLong ends the scan of a value that must stay in the window.
func (l *Lexer) tooLong() {
	if l.err == nil {
		l.err, l.state = errLong, atStop
	}
}

// base returns the depth at which a value that begins with token t ends.
func (l *Lexer) base(t Token) int {
	if t == BeginObject || t == BeginArray {
		return l.depth - 1
	}
	return l.depth
}

// skip passes over the rest of the value that begins with token t.
func (l *Lexer) skip(t Token) bool {
	l.like = nil
	for base := l.base(t); l.depth != base; {
		if l.next() == None {
			return false
		}
	}
	return t != None
}

// reset starts over with another input: a reader, or bytes in memory.
func (l *Lexer) reset(src io.Reader, b []byte) {
	*l = Lexer{src: src, buf: b, stack: l.stack, head: l.head, bad: -1, max: MaxRow}
}

// tokenOff returns where the token begins in the input.
func (l *Lexer) tokenOff() int64 {
	if l.cut {
		return l.from
	}
	return l.off + int64(l.start)
}

// again goes back to mark, which is the beginning of a value at the given depth.
func (l *Lexer) again(depth int) {
	l.pos, l.err, l.depth = l.mark, nil, depth
	l.after = l.around()
	l.state = atValue
}

// bytes returns the token, or of one that is cut its head.
func (l *Lexer) bytes() []byte {
	if l.cut {
		return l.head
	}
	return l.buf[l.start:l.end]
}
