package input

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxUpstream bounds the members of wrappers that are reported.
const maxUpstream = 64

// Names of members by which sources say how many rows they have in all,
var totalNames = []string{
	"total", "total_count", "totalcount", "count", "totalresults", "total_results", "totalsize",
	"total_size", "totalitems", "total_items", "totalrecords", "total_records", "numfound",
	"num_found", "matches", "total_rows", "@odata.count", "resultcount", "full_count",
}

// and that there is more: true, or a string that isn't empty.
var moreNames = []string{
	"has_more", "hasmore", "has_next", "hasnext", "hasnextpage", "has_next_page", "next",
	"next_cursor", "nextcursor", "next_page", "nextpage", "next_page_token", "nextpagetoken",
	"nexttoken", "next_token", "nextlink", "next_link", "@odata.nextlink", "odata.nextlink",
	"next_url", "nexturl", "next_page_url", "nextrecordsurl", "continue", "continuation",
	"continuation_token", "continuationtoken", "nextmarker", "nextcontinuationtoken",
	"istruncated", "is_truncated", "lastevaluatedkey", "scroll_id", "nextpagecursor",
}

// paging are the members of a wrapper that say such things, if they are objects.
var paging = []string{
	"pageinfo", "page_info", "pagination", "paging", "page", "meta", "metadata", "links", "_links",
	"response_metadata", "cursors", "cursor", "total", "@odata", "_meta", "search_metadata",
}

// A moreSign is what a source says about the rows that it has in all.
type moreSign struct {
	total int64 // as many; or
	more  bool  // more than these
}

// says reports whether the source has more than n rows.
func (s moreSign) says(n int64) bool { return s.more || s.total > n }

// around notes what is beside the rows of a finding: the small scalars of all objects around
// them, and of the members of these that are about paging; and whether a tool says that it failed.
func (r *Reader) around(root *part, f finding) {
	if tool := root.toolResult(); tool != nil && tool.member("isError") != nil {
		r.found.IsError = string(tool.member("isError").raw) == "true"
	}
	at, _ := root.nearest(f.place)
	for p := at; p != nil; p = p.parent {
		if above := p.parent; above != nil && above.deep == 0 && above.is(Object) {
			r.beside(above, p)
		}
	}
}

// beside notes the scalars of wrapper, but for the member in which the rows are.
func (r *Reader) beside(wrapper, rows *part) {
	for _, m := range wrapper.members {
		name := strings.ToLower(m.name)
		switch {
		case m == rows:
		case m.scalar():
			r.upstream(m, m.name, name)
		case m.is(Object) && slices.Contains(paging, name):
			for _, inner := range m.members {
				r.pagingMember(m, inner, name)
			}
		}
		if m.name == "nextCursor" && m.is(String) && wrapper.isMCP() {
			r.more = append(r.more, moreSign{more: true})
		}
	}
}

// isMCP reports whether p is a result of MCP, where an empty cursor is a cursor too.
func (p *part) isMCP() bool {
	return p.isToolResult() || p.parent != nil && p.parent.member("jsonrpc") != nil
}

// pagingMember notes a member of an object that is about paging.
func (r *Reader) pagingMember(m, inner *part, name string) {
	short, full := strings.ToLower(inner.name), m.name+"."+inner.name
	if name == "total" && short == "value" {
		short = "total"
	}
	if inner.is(Object) && inner.member("href") != nil {
		inner = inner.member("href")
	}
	sign := slices.Contains(moreNames, short) || slices.Contains(totalNames, short)
	if inner.scalar() && (sign || strings.HasPrefix(name, "pag")) {
		r.upstream(inner, full, short)
	}
}

// upstream notes one member.
func (r *Reader) upstream(m *part, name, short string) {
	if len(m.raw) == 0 || m.is(Null) {
		return
	}
	switch {
	case slices.Contains(totalNames, short) && m.is(Number):
		if n, err := strconv.ParseFloat(string(m.raw), 64); err == nil && n < 1<<62 {
			r.more = append(r.more, moreSign{total: int64(n)})
		}
	case slices.Contains(moreNames, short):
		if string(m.raw) == "true" || m.is(String) && len(m.raw) > 2 {
			r.more = append(r.more, moreSign{more: true})
		}
	}
	if len(r.found.Upstream) < maxUpstream {
		r.found.Upstream = append(r.found.Upstream, Upstream{name, bytes.Clone(m.raw)})
	}
}

// wrapped notes what is around rows that were found while streaming: it reads what stands before
// the first and behind the last of them, which together is the document without its rows.
func (r *Reader) wrapped(j *jsonRows) {
	if len(j.asked) == 0 {
		return
	}
	in := j.d.open(j.d.off)
	if j.last > 0 {
		in = io.MultiReader(io.LimitReader(in, j.first), j.d.open(j.d.off+j.last))
	}
	o := newOutline(j.d, j.place)
	o.lex = NewLexer(in, outlineHead)
	if t, err := o.lex.Next(); err == nil {
		o.read(t) // what it can't read has been reported
		o.close()
		r.around(o.root, finding{place: j.place})
	}
}
