package query

import (
	"reflect"
	"slices"

	"github.com/itchyny/gojq"
)

// unavailable are the names that depend on something other than the row, or reach outside:
// the clock, the time zone and the environment of the machine, further input, files, stderr.
var unavailable = []string{
	"$ENV", "$__prog_args", "debug", "env", "get_search_list", "halt", "halt_error", "input",
	"input_filename", "input_line_number", "inputs", "localtime", "modulemeta", "now", "stderr",
	"strflocaltime",
}

// refused is the first name in q that isn't available, or "".
func refused(q *gojq.Query) string {
	if len(q.Imports) > 0 {
		if q.Imports[0].IncludePath != "" {
			return "include"
		}
		return "import"
	}
	return refusedIn(reflect.ValueOf(q))
}

// refusedIn looks through a syntax tree, whatever its nodes are.
func refusedIn(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		if name := nodeName(v.Interface()); slices.Contains(unavailable, name) {
			return name
		}
		return refusedIn(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if name := refusedIn(v.Index(i)); name != "" {
				return name
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := refusedIn(v.Field(i)); name != "" {
				return name
			}
		}
	}
	return ""
}

// nodeName is the function or variable that a node of the tree refers to.
func nodeName(node any) string {
	switch n := node.(type) {
	case *gojq.Func:
		return n.Name
	case *gojq.ObjectKeyVal:
		if len(n.Key) > 0 && n.Key[0] == '$' {
			return n.Key
		}
	}
	return ""
}
