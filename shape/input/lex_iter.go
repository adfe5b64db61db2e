package input

import "io"

// Head is how much of a long string or number a Lexer keeps when nothing else is asked for.
const Head = 4 << 10

// NewLexer returns a Lexer for what r gives. Of a string or number that is longer than head bytes
// it may keep only so many.
func NewLexer(r io.Reader, head int) *Lexer {
	l := new(Lexer)
	l.reset(r, nil)
	l.max = max(head, 16)
	return l
}

// Next steps to the next token. At the end of the input it returns io.EOF; else an error is a
// *SyntaxError, an *IncompleteError or what the reader returned, and comes again when asked again.
// Values may stand back to back.
func (l *Lexer) Next() (Token, error) {
	if t := l.next(); t != None {
		return t, nil
	}
	return None, l.err
}

// Bytes returns the token as it stands in the input, strings with their quotes. Of one that is cut
// it returns the beginning, without a closing quote. It is valid until Next.
func (l *Lexer) Bytes() []byte { return l.bytes() }

// Cut reports whether the token is longer than what Bytes returns.
func (l *Lexer) Cut() bool { return l.cut }

// Flags returns Escaped and NonASCII of a string or name.
func (l *Lexer) Flags() uint8 { return l.flags }

// TokenOff returns where the token begins in the input, in bytes.
func (l *Lexer) TokenOff() int64 { return l.tokenOff() }

// Off returns where the token ends: how much of the input has been taken in. Behind a name it may
// include the colon.
func (l *Lexer) Off() int64 { return l.off + int64(l.pos) }

// Size returns the length in UTF-8 of what a string or name stands for, or the digits of a number.
func (l *Lexer) Size() int64 {
	switch b := l.bytes(); {
	case l.cut:
		return l.size
	case b[0] == '"':
		return int64(TextSize(b))
	default:
		return int64(len(b))
	}
}

// Depth returns how many containers are open behind the token.
func (l *Lexer) Depth() int { return l.depth }

// BadUTF8 returns where the first string begins that isn't valid UTF-8, or -1.
func (l *Lexer) BadUTF8() int64 { return l.bad }

// Skip passes over the rest of the container that the token just given opens.
func (l *Lexer) Skip(t Token) error {
	if !l.skip(t) {
		return l.err
	}
	return nil
}
