package store

import (
	"fmt"
	"strings"
)

// createView makes the view rows(n, json) over rows that are slices of a body of this file. Each
// row is looked up in the chunk in which it begins, which SQLite keeps at hand from row to row; one
// that goes on in the next chunks is put together by a query of its own. A line of text is quoted.
func createView(body table, picked bool) string {
	from := `spans s, json_each(s.list) e
  WHERE e.key % 2 = 0`
	row := "s.first + e.key / 2"
	item := "e.key"
	if picked {
		from = `picks p, json_each(p.list) e, spans s
  WHERE s.first = e.value - e.value % 512`
		row = "p.first + e.key"
		item = "2 * (e.value % 512)"
	}
	return strings.NewReplacer("BODY", tableNames[body], "SOURCE", from, "ROW", row, "ITEM", item,
		"CHUNK", fmt.Sprint(chunkSize)).Replace(viewTemplate)
}

const viewTemplate = `
CREATE VIEW places(n, off, len, text) AS
SELECT n, off, CASE WHEN len < 0 THEN -1 - len ELSE len END, len < 0
FROM (SELECT ROW AS n, s.list ->> ('$[' || (ITEM) || ']') AS off,
  s.list ->> ('$[' || (ITEM + 1) || ']') AS len
  FROM SOURCE);
CREATE VIEW rows(n, json) AS
SELECT n, CASE WHEN text THEN json_quote(bytes) ELSE bytes END
FROM (SELECT p.n AS n, p.text AS text, CAST(CASE WHEN p.len = 0 THEN ''
  WHEN p.off % CHUNK + p.len <= CHUNK THEN substr(b.data, p.off % CHUNK + 1, p.len)
  ELSE (SELECT group_concat(CAST(part AS TEXT), '') FROM (
    SELECT substr(m.data, max(p.off - m.n * CHUNK, 0) + 1,
      min(p.off + p.len - m.n * CHUNK, CHUNK) - max(p.off - m.n * CHUNK, 0)) AS part
    FROM BODY m WHERE m.n BETWEEN p.off / CHUNK AND (p.off + p.len - 1) / CHUNK ORDER BY m.n))
  END AS TEXT) AS bytes
  FROM places p LEFT JOIN BODY b ON b.n = p.off / CHUNK);
`
