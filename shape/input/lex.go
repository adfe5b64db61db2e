package input

import (
	"errors"
	"io"
)

// A Token is the kind of a piece of JSON.
type Token uint8

// The tokens. None comes at the end of the input and on an error.
const (
	None Token = iota
	BeginObject
	EndObject
	BeginArray
	EndArray
	Name // of a member
	Text // a string that is a value
	Digits
	True
	False
	Nothing // null
)

// errLong says that a value which must stay in the window is longer than it may be.
var errLong = errors.New("value longer than the window")

// A Lexer takes JSON values, back to back, apart into tokens. It accepts exactly RFC 8259, with
// two exceptions that it reports: invalid UTF-8 inside strings (BadUTF8), and more than one value.
// Depth is bounded by memory only: one bit a level. Memory is bounded by Head and by the size of
// the window, whatever the length of a string.
type Lexer struct {
	src   io.Reader
	buf   []byte // the window: input from off on
	off   int64
	pos   int   // next byte
	start int   // first byte of the token
	end   int   // behind its last byte
	ioErr error // of src, io.EOF included
	err   error

	hold bool // what lies behind mark must stay in the window, up to max bytes
	mark int
	max  int

	state uint8
	after uint8    // state behind a value in the open container
	stack []uint64 // a bit for each container around the open one: 1 for an object
	depth int

	like *node // the member that is expected next, if any
	hit  bool  // and it came

	flags uint8 // of the token: Escaped, NonASCII
	cut   bool  // the token is longer than max: head has its beginning
	head  []byte
	from  int64 // offset of the token when it is cut
	size  int64 // UTF-8 bytes of the cut string so far
	bad   int64 // offset of a string with invalid UTF-8 in it, or -1
}

// next steps to the next token and leaves its place in start and end. After None, err says why.
func (l *Lexer) next() Token {
	for {
		l.start = l.pos
		if l.pos >= len(l.buf) {
			if !l.more() {
				return l.stop()
			}
			continue
		}
		switch actions[l.state][l.buf[l.pos]] {
		case doSpace:
			l.space()
		case doElement:
			l.pos++
			l.state = atValue
		case doMember:
			l.pos++
			l.state = atKey
			if l.pos < len(l.buf) && l.buf[l.pos] == '"' {
				l.start = l.pos
				return l.key()
			}
		case doColon:
			l.pos++
			l.state = atValue
		case doKey:
			return l.key()
		case doString:
			return l.value(Text, l.text())
		case doNumber:
			return l.scalar(Digits, l.number())
		case doTrue:
			return l.scalar(True, l.word("true"))
		case doFalse:
			return l.scalar(False, l.word("false"))
		case doNull:
			return l.scalar(Nothing, l.word("null"))
		case doObject:
			return l.open(BeginObject, atFirstKey, afterMember)
		case doArray:
			return l.open(BeginArray, atFirst, afterElement)
		case doEndObject:
			return l.close(EndObject)
		case doEndArray:
			return l.close(EndArray)
		default:
			return l.unexpected(l.pos)
		}
	}
}

// value ends a token that is a value of its own.
func (l *Lexer) value(t Token, ok bool) Token {
	if !ok {
		return None
	}
	l.state = l.after
	return t
}

// scalar is value for those that need a separator behind them.
func (l *Lexer) scalar(t Token, ok bool) Token {
	if !ok {
		return None
	}
	l.flags = 0
	if l.state = l.after; l.state == atRoot {
		l.state = atGap
	}
	return t
}

// key takes the name of a member and, if it is right behind, the colon.
func (l *Lexer) key() Token {
	if n := l.like; n != nil && n.at(l.buf, l.pos) {
		l.hit, l.cut, l.flags = true, false, n.flags
		l.pos += n.size
		l.end = l.pos
	} else {
		l.hit = false
		if !l.text() {
			return None
		}
	}
	l.state = atColon
	if l.pos < len(l.buf) && l.buf[l.pos] == ':' {
		l.pos++
		l.state = atValue
	}
	return Name
}

func (l *Lexer) open(t Token, state, after uint8) Token {
	l.cut = false
	word, bit := l.depth>>6, uint64(1)<<(l.depth&63)
	if word == len(l.stack) {
		l.stack = append(l.stack, 0)
	}
	if l.after == afterMember {
		l.stack[word] |= bit
	} else {
		l.stack[word] &^= bit
	}
	l.depth++
	l.pos++
	l.end, l.state, l.after = l.pos, state, after
	return t
}

func (l *Lexer) close(t Token) Token {
	l.cut = false
	l.depth--
	l.after = l.around()
	l.pos++
	l.end, l.state = l.pos, l.after
	return t
}

// around returns the state behind a value at the present depth.
func (l *Lexer) around() uint8 {
	switch {
	case l.depth == 0:
		return atRoot
	case l.stack[l.depth>>6]&(1<<(l.depth&63)) != 0:
		return afterMember
	}
	return afterElement
}
