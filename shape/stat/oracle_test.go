package stat

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// cell is one value of a random table: raw JSON, "" where the row lacks the column.
type cell string

// kinds by the first byte of a value.
func kindOf(raw string) Kind {
	switch raw[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	return Number
}

// maxAt is the figure that depends on the order of rows.
var maxAt = regexp.MustCompile(`,"max_at":\d+`)

// generators of columns. Each gives the value of a row.
var generators = map[string]func(r *rand.Rand, i int) cell{
	"state": func(r *rand.Rand, _ int) cell { return cell(`"` + pick(r, "open", "closed", "open", "held") + `"`) },
	"price": func(r *rand.Rand, _ int) cell { return cell(fmt.Sprintf("%d.%02d", r.IntN(900)-100, r.IntN(100))) },
	"qty":   func(r *rand.Rand, _ int) cell { return cell(fmt.Sprint(r.IntN(9) - 4)) },
	"id":    func(_ *rand.Rand, i int) cell { return cell(fmt.Sprint(9000000000000000000 + i)) },
	"seq":   func(_ *rand.Rand, i int) cell { return cell(fmt.Sprint(i)) },
	"name":  func(r *rand.Rand, _ int) cell { return cell(fmt.Sprintf(`"n%d"`, r.IntN(30))) },
	"at":    func(r *rand.Rand, _ int) cell { return cell(`"` + stamp(r) + `"`) },
	"flag":  func(r *rand.Rand, _ int) cell { return cell(pick(r, "true", "false", "null", "")) },
	"holes": func(r *rand.Rand, i int) cell { return cell(pick(r, "", "null", fmt.Sprint(i%5))) },
	"mixed": func(r *rand.Rand, _ int) cell {
		return cell(pick(r, "1", `"1"`, "1.0", "true", `"true"`, "[]", "{}", "null"))
	},
	"badly": func(r *rand.Rand, _ int) cell {
		return cell(pick(r, "10", "11.5", `"n/a"`, "7", "-3e2", "0", "-0", "12", "0.0"))
	},
	"huge":   func(r *rand.Rand, _ int) cell { return cell(hugeNumber(r)) },
	"constv": func(*rand.Rand, int) cell { return `"same"` },
	"escaped": func(r *rand.Rand, _ int) cell {
		return cell(pick(r, `"a\u0062c"`, `"abc"`, `"\ud83d\ude00"`, `"😀"`, `"\n"`))
	},
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func stamp(r *rand.Rand) string {
	at := time.Unix(1_700_000_000+int64(r.IntN(90000)), int64(r.IntN(3))*5e8)
	at = at.In(time.FixedZone("", (r.IntN(27)-12)*1800))
	return at.Format(pick(r, time.RFC3339Nano, "2006-01-02 15:04:05-0700", time.RFC1123Z))
}

func hugeNumber(r *rand.Rand) string {
	digits := fmt.Sprintf("%d", 1+r.Uint64())
	switch r.IntN(6) {
	case 0:
		return "-" + digits + strings.Repeat("0", r.IntN(30)) + "." + digits
	case 1:
		return fmt.Sprintf("%d.%de%d", r.IntN(9)+1, r.IntN(50), r.IntN(60)-30)
	case 2:
		return fmt.Sprintf("1%sE+%d", strings.Repeat("0", r.IntN(25)), r.IntN(25))
	case 3:
		return "0." + strings.Repeat("0", r.IntN(25)) + "1"
	case 4:
		return "9223372036854775807"
	}
	return fmt.Sprintf("%de%d", r.IntN(3), r.IntN(3))
}

// oracle is what a column holds, computed another way.
type oracle struct {
	rows, null, missing, boxes int64
	counts                     map[string]int64   // by canonical value
	firsts                     map[string]string  // canonical value → as first written
	numbers                    map[int64]*big.Rat // by row
	times                      map[string]time.Time
}

func observe(cells []cell) *oracle {
	o := &oracle{rows: int64(len(cells)), counts: map[string]int64{}, firsts: map[string]string{},
		numbers: map[int64]*big.Rat{}, times: map[string]time.Time{}}
	for i, c := range cells {
		if c == "" {
			o.missing++
			continue
		}
		key := string(c)
		switch kindOf(key) {
		case Null:
			o.null++
			continue
		case Array, Object:
			o.boxes++
			continue
		case Number:
			v, ok := new(big.Rat).SetString(key)
			if !ok {
				panic(key)
			}
			o.numbers[int64(i)] = v
			key = "#" + v.RatString()
		case String:
			var s string
			if err := json.Unmarshal([]byte(c), &s); err != nil {
				panic(err)
			}
			key = `"` + s
			for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05-0700", time.RFC1123Z} {
				if at, err := time.Parse(layout, s); err == nil {
					o.times[s] = at
				}
			}
		}
		if o.counts[key]++; o.counts[key] == 1 {
			o.firsts[key] = string(c)
		}
	}
	return o
}

// tableOf feeds cells, one column a name, in the order of rows.
func tableOf(o Options, names []string, columns [][]cell, order []int) *Table {
	o.Name = flat(names...)
	t := New(o)
	for n, i := range order {
		t.Row(int64(n), nil)
		t.Cell(0, Object, nil, false)
		for k := range columns {
			if c := string(columns[k][i]); c != "" {
				t.Cell(int32(k+1), kindOf(c), []byte(c), strings.Contains(c, `\`))
			}
		}
	}
	return t
}

// stated is a field's JSON.
type stated struct {
	Counts, Most, Least      map[string]int64
	Distinct                 *int64
	AtLeast                  *int64 `json:"distinct_at_least"`
	All                      json.RawMessage
	Sum, Min, Max            json.Number
	MaxAt                    *int64          `json:"max_at"`
	MaxKey                   json.RawMessage `json:"max_key"`
	Oldest, Newest           string
	Null, Missing, Other     int64
	Top                      []json.RawMessage
	hasSum, hasMin, hasTimes bool
}

func read(t *testing.T, form []byte) stated {
	t.Helper()
	var s stated
	d := json.NewDecoder(strings.NewReader(string(form)))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		t.Fatalf("form %s: %v", form, err)
	}
	s.hasSum, s.hasMin, s.hasTimes = s.Sum != "", s.Min != "", s.Oldest != ""
	return s
}

// check compares every figure of every form with the oracle.
func (o *oracle) check(t *testing.T, name string, f Field, order []int) {
	t.Helper()
	for _, form := range f.Forms {
		s := read(t, form)
		fail := func(what string, got, want any) {
			t.Helper()
			t.Errorf("%s: %s is %v, want %v in %s", name, what, got, want, form)
		}
		if s.Null != o.null {
			fail("null", s.Null, o.null)
		}
		if s.Missing != o.missing {
			fail("missing", s.Missing, o.missing)
		}
		if s.Distinct != nil && *s.Distinct != int64(len(o.counts)) {
			fail("distinct", *s.Distinct, len(o.counts))
		}
		if s.All != nil && (len(o.counts) != 1 || o.total() != o.rows-s.Null-s.Missing-s.Other) {
			fail("all", string(s.All), o.counts)
		}
		if s.Counts != nil {
			o.checkCounts(fail, &s)
		}
		known := o.named()
		for _, table := range []map[string]int64{s.Most, s.Least} {
			for v, n := range table {
				if known[v] != n {
					fail("count of "+v, n, known[v])
				}
			}
		}
		o.checkNumbers(fail, &s, order)
		if s.hasTimes {
			o.checkTimes(fail, &s)
		}
	}
}

func (o *oracle) total() int64 {
	n := int64(0)
	for _, v := range o.counts {
		n += v
	}
	return n
}

// named gives the counts under the names that the summary has for values.
func (o *oracle) named() map[string]int64 {
	literals := map[string]bool{}
	for k, first := range o.firsts {
		if k[0] != '"' {
			literals[first] = true
		}
	}
	out := map[string]int64{}
	for k, n := range o.counts {
		name := o.firsts[k]
		if k[0] == '"' {
			name = k[1:]
			if literals[name] {
				b, _ := json.Marshal(name)
				name = string(b)
			}
		}
		out[name] = n
	}
	return out
}

func (o *oracle) checkCounts(fail func(string, any, any), s *stated) {
	if want := o.named(); !maps.Equal(s.Counts, want) {
		fail("counts", s.Counts, want)
	}
	n := s.Null + s.Missing + s.Other
	for _, v := range s.Counts {
		n += v
	}
	if n != o.rows {
		fail("counts + null + missing + other", n, o.rows)
	}
}

func (o *oracle) checkNumbers(fail func(string, any, any), s *stated, order []int) {
	sum := new(big.Rat)
	var lo, hi *big.Rat
	for _, v := range o.numbers {
		sum.Add(sum, v)
		if lo == nil || v.Cmp(lo) < 0 {
			lo = v
		}
		if hi == nil || v.Cmp(hi) > 0 {
			hi = v
		}
	}
	rat := func(n json.Number) *big.Rat {
		v, _ := new(big.Rat).SetString(n.String())
		return v
	}
	if s.hasSum && rat(s.Sum).Cmp(sum) != 0 {
		fail("sum", s.Sum, sum.RatString())
	}
	if s.hasMin && (lo == nil || rat(s.Min).Cmp(lo) != 0 || rat(s.Max).Cmp(hi) != 0) {
		fail("min, max", []json.Number{s.Min, s.Max}, []*big.Rat{lo, hi})
	}
	if s.MaxAt != nil {
		for i := range order {
			if v := o.numbers[int64(i)]; v != nil && v.Cmp(hi) == 0 {
				if *s.MaxAt != int64(i) {
					fail("max_at", *s.MaxAt, i)
				}
				break
			}
		}
	}
	if (s.hasSum || s.hasMin) && s.Counts == nil && s.Most == nil && s.All == nil {
		if want := o.boxes + o.total() - int64(len(o.numbers)); s.Other != want {
			fail("other", s.Other, want)
		}
	}
}

func (o *oracle) checkTimes(fail func(string, any, any), s *stated) {
	at := slices.Collect(maps.Values(o.times))
	oldest, newest := slices.MinFunc(at, time.Time.Compare), slices.MaxFunc(at, time.Time.Compare)
	if got := o.times[s.Oldest]; !got.Equal(oldest) {
		fail("oldest", s.Oldest, oldest)
	}
	if got := o.times[s.Newest]; !got.Equal(newest) {
		fail("newest", s.Newest, newest)
	}
}

// TestRandomTables feeds random tables in two orders and compares all forms of all fields with
// figures computed another way.
func TestRandomTables(t *testing.T) {
	names := slices.Sorted(maps.Keys(generators))
	for trial := range 42 {
		r := rand.New(rand.NewPCG(uint64(trial), 7))
		rows := []int{1, 2, 3, 12, 14, 60, 300}[trial%7]
		columns := make([][]cell, len(names))
		for k, name := range names {
			for i := range rows {
				columns[k] = append(columns[k], generators[name](r, i))
			}
		}
		o := Options{Auto: true, Key: -1}
		if trial%2 == 1 {
			o.Asked = askAll(names)
		}
		for range 2 {
			order := r.Perm(rows)
			for _, f := range tableOf(o, names, columns, order).Done(nil) {
				k := slices.Index(names, f.Name)
				inOrder := make([]cell, rows)
				for n, i := range order {
					inOrder[n] = columns[k][i]
				}
				observe(inOrder).check(t, fmt.Sprintf("trial %d, %s", trial, f.Name), f, order)
			}
		}
	}
}

func askAll(names []string) Asked {
	var wants []Want
	for i, name := range names {
		wants = append(wants, Want{ID: int32(i + 1), Name: name})
	}
	return Asked{CountBy: wants[:4], Sum: wants[2:9], Range: wants[6:], Distinct: wants}
}

// TestOrderOfRows checks that figures don't depend on the order of rows, but for row numbers and,
// of equal numbers, the way they are written.
func TestOrderOfRows(t *testing.T) {
	names := []string{"at", "flag", "holes", "name", "price", "qty", "state"}
	r := rand.New(rand.NewPCG(3, 4))
	columns := make([][]cell, len(names))
	for i := range 500 {
		for k, name := range names {
			columns[k] = append(columns[k], generators[name](r, i))
		}
	}
	forms := func() string {
		var out []byte
		for _, f := range tableOf(Options{Auto: true, Key: -1}, names, columns, r.Perm(500)).Done(nil) {
			for _, form := range f.Forms {
				out = append(append(out, form...), '\n')
			}
		}
		return maxAt.ReplaceAllString(string(out), "")
	}
	if a, b := forms(), forms(); a != b {
		t.Errorf("two orders:\n%s\n%s", a, b)
	}
}
