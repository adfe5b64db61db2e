package token

// The patterns below are those of tiktoken. Each function returns the end of the pre-token that
// begins at b[i], for i < len(b): the first alternative of its pattern that matches there, as a
// backtracking engine finds it. Every character is in some pre-token, so they tile the text.
//
// What a pattern looks at behind its match decides little: the longest match of a class, and for
// white space whether something follows. So the pre-tokens of a text up to the end of one of them
// are those of the text cut off there, unless that is in or behind white space.
//
// Where engines differ, the way is that of tiktoken itself, in Rust: there (?i:'s) matches U+017F,
// long s, too. In regexp2, and so in tiktoken-go, it does not.

// splitR50k matches r50k_base and p50k_base:
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
func splitR50k(b []byte, i int) int {
	if n := contraction(b, i, false); n > 0 {
		return i + n
	}
	start := i
	if b[i] == ' ' && i+1 < len(b) {
		i++
	}
	switch class, size := classAt(b, i); {
	case class&letter != 0:
		return runOf(b, i+size, letter)
	case class&number != 0:
		return runOf(b, i+size, number)
	case class&space == 0:
		return runWithout(b, i+size, space|letter|number)
	}
	end, last, _ := spaces(b, start)
	return trailing(b, start, end, last)
}

// splitCL100k matches cl100k_base:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
//	 ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitCL100k(b []byte, i int) int {
	class, size := classAt(b, i)
	if class&letter != 0 {
		return runOf(b, i+size, letter)
	}
	if class&number != 0 {
		return digits(b, i)
	}
	if n := contraction(b, i, true); n > 0 {
		return i + n
	}
	next, nextSize := byte(space), 0
	if i+size < len(b) {
		next, nextSize = classAt(b, i+size)
	}
	if next&letter != 0 && class&newline == 0 {
		return runOf(b, i+size+nextSize, letter)
	}
	if class&space == 0 {
		return newlines(b, runWithout(b, i+size, space|letter|number), '\n')
	}
	if b[i] == ' ' && next&(space|letter|number) == 0 {
		return newlines(b, runWithout(b, i+size, space|letter|number), '\n')
	}
	return whiteSpace(b, i)
}

// splitO200k matches o200k_base:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+
//		(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*
//		(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitO200k(b []byte, i int) int {
	class, size := classAt(b, i)
	if class&letter != 0 {
		end, _ := word(b, i)
		return end + contraction(b, end, true)
	}
	if class&number != 0 {
		return digits(b, i)
	}
	next := byte(space)
	if i+size < len(b) {
		next, _ = classAt(b, i+size)
	}
	if next&(head|tail) != 0 && class&newline == 0 {
		end, ok := word(b, i+size)
		if !ok && class&tail != 0 { // a mark, which can be a word by itself
			end = i + size
		}
		return end + contraction(b, end, true)
	}
	if class&tail != 0 {
		return i + size + contraction(b, i+size, true)
	}
	if class&space == 0 {
		return newlines(b, runWithout(b, i+size, space|letter|number), '/')
	}
	if b[i] == ' ' && next&(space|letter|number) == 0 {
		return newlines(b, runWithout(b, i+size, space|letter|number), '/')
	}
	return whiteSpace(b, i)
}

// word returns the end of a word that begins at b[i], which is in head or tail: the longest run of
// heads and behind it of tails, but if there is no tail behind, only up to the last character of
// the run that is a tail too. ok is false if there is no such character and the word is all heads.
func word(b []byte, i int) (end int, ok bool) {
	last := 0
	for i < len(b) {
		class, size := classAt(b, i)
		if class&head == 0 {
			break
		}
		i += size
		if class&tail != 0 {
			last = i
		}
	}
	switch end = runOf(b, i, tail); {
	case end > i:
		return end, true
	case last > 0:
		return last, true
	}
	return end, false
}
