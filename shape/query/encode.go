package query

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/itchyny/gojq"
)

// maxDepth is how deep values may be nested in what gojq is given and gives, and in sort keys;
// encoding/json has the same bound.
const maxDepth = 10000

var errTooLarge = errors.New("value is too large")

// decode gives the row as gojq wants it: numbers as they came in, the last of two members with
// one name, U+FFFD for what isn't UTF-8 and for lone surrogates.
func decode(raw []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return v, d.Decode(&v)
}

// encode writes a value of gojq's as JSON of at most room bytes. A program can make a small value
// whose JSON is endless ([.,.] forty times), so gojq's own encoder won't do.
func encode(v any, room int64) ([]byte, error) {
	out, err := appendValue(nil, v, room, 0)
	if err != nil || int64(len(out)) > room {
		return nil, errTooLarge
	}
	return out, nil
}

func appendValue(dst []byte, v any, room int64, depth int) ([]byte, error) {
	if int64(len(dst)) > room || depth > maxDepth {
		return nil, errTooLarge
	}
	switch v := v.(type) {
	case []any:
		return appendArray(dst, v, room, depth)
	case map[string]any:
		return appendObject(dst, v, room, depth)
	}
	scalar, err := gojq.Marshal(v)
	if err != nil || int64(len(dst)+len(scalar)) > room {
		return nil, errTooLarge
	}
	return append(dst, scalar...), nil
}

func appendArray(dst []byte, v []any, room int64, depth int) (_ []byte, err error) {
	dst = append(dst, '[')
	for i, e := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendValue(dst, e, room, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendObject(dst []byte, v map[string]any, room int64, depth int) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(v)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendValue(dst, name, room, depth); err != nil {
			return nil, err
		}
		dst = append(dst, ':')
		if dst, err = appendValue(dst, v[name], room, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}
