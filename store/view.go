package store

import (
	"fmt"
	"strings"
)

// createView makes the view rows(n, json) over rows that are slices of a body of this file. Each
// row is looked up in the chunk in which it begins, which SQLite keeps at hand from row to row; one
// that goes on in the next chunks is put together by a query of its own. A line of text is quoted.
//
// LIMIT -1 limits nothing, but keeps SQLite from putting the inner query's expressions in place of
// each mention of their names: on 40,000 rows that makes the view several times as fast.
func createView(body table, picked bool) string {
	source := "spans s, json_each(s.list) e WHERE e.key % 2 = 0"
	n, item := "s.first + e.key / 2", "e.key"
	if picked {
		source = "picks p CROSS JOIN json_each(p.list) e CROSS JOIN spans s " +
			"WHERE s.first = e.value - e.value % 512"
		n, item = "p.first + e.key", "2 * (e.value % 512)"
	}
	return strings.NewReplacer("BODY", tableNames[body], "SOURCE", source, "NUMBER", n, "ITEM", item,
		"CHUNK", fmt.Sprint(chunkSize)).Replace(viewTemplate)
}

const viewTemplate = `
CREATE VIEW places(n, off, len, text) AS
SELECT n, off, CASE WHEN len < 0 THEN -1 - len ELSE len END, len < 0 FROM (
  SELECT NUMBER AS n, json_extract(s.list, '$[' || (ITEM) || ']') AS off,
    json_extract(s.list, '$[' || (ITEM + 1) || ']') AS len
  FROM SOURCE LIMIT -1)
LIMIT -1;
CREATE VIEW rows(n, json) AS
SELECT n, CASE WHEN text THEN json_quote(bytes) ELSE bytes END FROM (
  SELECT p.n AS n, p.text AS text, CAST(CASE WHEN p.len = 0 THEN ''
    WHEN p.off % CHUNK + p.len <= CHUNK THEN substr(b.data, p.off % CHUNK + 1, p.len)
    ELSE (SELECT group_concat(CAST(part AS TEXT), '') FROM (
      SELECT substr(m.data, max(p.off - m.n * CHUNK, 0) + 1,
        min(p.off + p.len - m.n * CHUNK, CHUNK) - max(p.off - m.n * CHUNK, 0)) AS part
      FROM BODY m WHERE m.n BETWEEN p.off / CHUNK AND (p.off + p.len - 1) / CHUNK ORDER BY m.n))
    END AS TEXT) AS bytes
  FROM places p LEFT JOIN BODY b ON b.n = p.off / CHUNK LIMIT -1);
`
