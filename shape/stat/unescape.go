package stat

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape appends the text between the quotes of a valid JSON string. As in jq, a surrogate that
// is alone becomes U+FFFD.
func unescape(dst, s []byte) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			dst = append(dst, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r := unit(s[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if i+2 < len(s) && s[i+1] == '\\' {
					low = unit(s[i+2:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, s[i])
		}
	}
	return dst
}

// unit reads "u" and four hexadecimal digits. It returns -1 if they don't stand there.
func unit(s []byte) rune {
	if len(s) < 5 || s[0] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(s[1:5]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}
