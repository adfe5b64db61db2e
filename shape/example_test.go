package shape_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/toolfit/toolfit/shape"
	"github.com/toolfit/toolfit/shape/token"
)

const deploys = `{"deploys":[
{"id":"d-1","service":"mail","ok":true,"seconds":41,"log":"built, pushed, rolled out"},
{"id":"d-2","service":"shop","ok":false,"seconds":305,"log":"built, pushed, health check failed, rolled back"},
{"id":"d-3","service":"shop","ok":true,"seconds":64,"log":"built, pushed, rolled out"},
{"id":"d-4","service":"mail","ok":true,"seconds":39,"log":"built, pushed, rolled out"}]}`

// A tool that has its result at hand fits it into a budget: here it fits, and all is shown.
func Example() {
	counter, err := token.Open("o200k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := shape.Compile(shape.Request{
		Fields: "id,service,seconds", Sort: "-seconds", Limit: -1,
		Budget: 400, MaxBytes: 65536, Counter: counter,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := plan.Filter(strings.NewReader(deploys), &shape.Memory{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := result.Envelope(nil, shape.Commands{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(out)
	// Output:
	// {"truncated":false,"total":4,"returned":4,"fields_omitted":["ok","log"],"rows_at":".deploys",
	// "items":[
	// {"id":"d-2","service":"shop","seconds":305},
	// {"id":"d-3","service":"shop","seconds":64},
	// {"id":"d-1","service":"mail","seconds":41},
	// {"id":"d-4","service":"mail","seconds":39}
	// ],"end":{"truncated":false,"total":4,"returned":4}}
}

// A tool that can be asked for its next page says how: the handle names the result, the cursor the
// row where the page begins, and the command is worded as the tool is called.
func Example_pages() {
	handle := &shape.Handle{
		Name:   "deploys",
		Cursor: func(row int64) string { return "row-" + strconv.FormatInt(row, 10) },
	}
	words := shape.Commands{
		Page: func(handle, cursor string, _ shape.Limits) string {
			return fmt.Sprintf(`list(%q, after=%q)`, handle, cursor)
		},
		Select: func(string, string, shape.Limits) string { return "" },
	}
	counter, err := token.Open("o200k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, offset := range []int64{0, 2} {
		plan, err := shape.Compile(shape.Request{
			Fields: "id,ok", Where: ".seconds < 100", Offset: offset, Limit: 2, Summary: "none",
			Budget: 400, MaxBytes: 65536, Counter: counter,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := plan.Filter(strings.NewReader(deploys), &shape.Memory{})
		if err != nil {
			fmt.Println(err)
			return
		}
		out, err := result.Envelope(handle, words, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		os.Stdout.Write(out)
	}
	// Output:
	// {"truncated":true,"total":3,"returned":2,"scanned":4,"handle":"deploys","next_cursor":"row-2","fields_omitted":["service","seconds","log"],"rows_at":".deploys",
	// "items":[
	// {"id":"d-1","ok":true},
	// {"id":"d-3","ok":true}
	// ],"end":{"next":"list(\"deploys\", after=\"row-2\")","truncated":true,"total":3,"returned":2}}
	// {"truncated":true,"total":3,"returned":1,"offset":2,"scanned":4,"handle":"deploys","rows_at":".deploys",
	// "items":[
	// {"id":"d-4","ok":true}
	// ],"end":{"truncated":true,"total":3,"returned":1}}
}
