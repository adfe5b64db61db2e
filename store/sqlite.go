package store

import (
	"database/sql/driver"
	"io"
	"net/url"
	"sync"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// A database is one SQLite file, used without database/sql: there is one connection, no pool, and
// statements are kept. It may be used by several goroutines. Files are complete before they get
// their name and never change after, so none is ever locked (unix-none).
type database struct {
	mu    sync.Mutex
	conn  *sqlite3.SQLiteConn
	stmts map[string]*sqlite3.SQLiteStmt
}

// openDatabase opens the existing file at path, which is absolute and clean. The parameters are
// those of go-sqlite3 and of SQLite's URIs.
func openDatabase(path, params string) (*database, error) {
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() + "?vfs=unix-none&_mutex=no&" + params
	conn, err := (&sqlite3.SQLiteDriver{}).Open(dsn)
	if err != nil {
		return nil, err
	}
	return &database{conn: conn.(*sqlite3.SQLiteConn), stmts: map[string]*sqlite3.SQLiteStmt{}}, nil
}

// run executes any number of statements without arguments.
func (d *database) run(sql string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := d.conn.Exec(sql, nil)
	return err
}

// exec executes one statement, which is kept.
func (d *database) exec(sql string, args ...driver.Value) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	stmt, err := d.prepare(sql)
	if err != nil {
		return err
	}
	_, err = stmt.Exec(args)
	return err
}

// query calls row with each row of the answer, of n columns; the slice is used again.
func (d *database) query(sql string, n int, row func([]driver.Value), args ...driver.Value) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	stmt, err := d.prepare(sql)
	if err != nil {
		return err
	}
	rows, err := stmt.Query(args)
	if err != nil {
		return err
	}
	defer rows.Close()
	dest := make([]driver.Value, n)
	for {
		err := rows.Next(dest)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		row(dest)
	}
}

func (d *database) prepare(sql string) (*sqlite3.SQLiteStmt, error) {
	if stmt := d.stmts[sql]; stmt != nil {
		return stmt, nil
	}
	stmt, err := d.conn.Prepare(sql)
	if err != nil {
		return nil, err
	}
	s := stmt.(*sqlite3.SQLiteStmt)
	d.stmts[sql] = s
	return s, nil
}

// close ends the connection. What it was writing and hasn't committed is void.
func (d *database) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.stmts {
		s.Close()
	}
	d.stmts = nil
	d.conn.Close()
}
