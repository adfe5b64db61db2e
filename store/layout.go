package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
)

// The layout of an artifact file. Schema 1; a file with a larger number is refused as ErrNewer.
const (
	schemaVersion = 1
	// chunkSize is how much of a body is in one record of the tables input and decoded.
	chunkSize = 256 << 10
	// blockRows is how many rows are in one record of the tables spans and picks.
	blockRows = 512
)

// A table of an artifact holds numbered pieces: chunks of a body, or blocks of a list.
type table uint8

const (
	inputTable table = iota
	decodedTable
	spansTable
	picksTable
	tables
)

var tableNames = [tables]string{"input", "decoded", "spans", "picks"}

// A piece is one record: chunk n of a body, or the block of a list that begins at row n.
type piece struct {
	table table
	n     int64
}

const createTables = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE input(n INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE decoded(n INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE spans(first INTEGER PRIMARY KEY, list TEXT);
CREATE TABLE picks(first INTEGER PRIMARY KEY, list TEXT);`

var (
	insertPiece = [tables]string{
		"INSERT INTO input VALUES(?, ?)", "INSERT INTO decoded VALUES(?, ?)",
		"INSERT INTO spans VALUES(?, ?)", "INSERT INTO picks VALUES(?, ?)",
	}
	selectPiece = [tables]string{
		"SELECT data FROM input WHERE n = ?", "SELECT data FROM decoded WHERE n = ?",
		"SELECT list FROM spans WHERE first = ?", "SELECT list FROM picks WHERE first = ?",
	}
	selectPart = [tables]string{
		"SELECT substr(data, ?2, ?3) FROM input WHERE n = ?1",
		"SELECT substr(data, ?2, ?3) FROM decoded WHERE n = ?1",
	}
)

// about is the text in meta that explains the file to whoever opens it without this program.
const about = `One stored tool result. "input" is the result byte for byte, in chunks of 262144 ` +
	`bytes; "decoded" is a second body, of rows that are no slices of it. "spans" says where each ` +
	`row is, in blocks of 512 rows from row "first" on: a flat list of offset, length, offset, ` +
	`length, …, in bytes; the length of a line of text is written -1-length. "picks", if any, are ` +
	`the numbers of the rows that this handle names, in its order. The view "rows", if there, puts ` +
	`all that together. input_in and index_in, if not empty, name the folder beside this file that ` +
	`says where that part is: in body.db in the folder, or if that isn't there, in the file NAME.db ` +
	`beside this one, where the folder has a file NAME.carrier.`

// put writes a piece. A piece that is there already is an error.
func (d *database) put(p piece, data []byte) error {
	if p.table == spansTable || p.table == picksTable {
		return d.exec(insertPiece[p.table], p.n, string(data))
	}
	return d.exec(insertPiece[p.table], p.n, data)
}

// get returns a piece, in memory of its own. One that isn't there is fs.ErrNotExist.
func (d *database) get(p piece) ([]byte, error) {
	return d.value(selectPiece[p.table], p.n)
}

// part returns length bytes of a chunk, from off on.
func (d *database) part(p piece, off, length int64) ([]byte, error) {
	return d.value(selectPart[p.table], p.n, off+1, length)
}

func (d *database) value(sql string, args ...driver.Value) (data []byte, err error) {
	err = d.query(sql, 1, func(v []driver.Value) {
		switch v := v[0].(type) {
		case []byte:
			data = v
		case string:
			data = []byte(v)
		}
	}, args...)
	if err == nil && data == nil {
		err = fs.ErrNotExist
	}
	return data, err
}

// clear removes all pieces of a table.
func (d *database) clear(t table) error {
	return d.exec("DELETE FROM " + tableNames[t])
}

func (d *database) writeMeta(meta map[string]string) error {
	for k, v := range meta {
		if err := d.exec("INSERT INTO meta VALUES(?, ?)", k, v); err != nil {
			return err
		}
	}
	return nil
}

// readMeta returns all of meta, having looked at the schema's version.
func (d *database) readMeta() (map[string]string, error) {
	meta := map[string]string{}
	err := d.query("SELECT key, value FROM meta", 2, func(v []driver.Value) {
		meta[fmt.Sprint(v[0])] = fmt.Sprint(v[1])
	})
	if err != nil {
		return nil, corrupt("read artifact", err)
	}
	version, err := strconv.Atoi(meta["schema"])
	if err != nil {
		return nil, corrupt("read artifact", errors.New("no schema version"))
	}
	if version > schemaVersion {
		return nil, &Error{Op: "read artifact", Kind: ErrNewer}
	}
	return meta, nil
}
