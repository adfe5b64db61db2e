package cmd_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// manyLines is NDJSON of n rows that differ by name.
func manyLines(name string, n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"id":%d,"of":%q,"note":"the quick brown fox jumps over the lazy dog"}`+"\n", i, name)
	}
	return b.Bytes()
}

// TestManyAtOnce starts processes on one store that doesn't exist yet: some with the same input,
// some with one of their own. None fails, and each input comes back.
func TestManyAtOnce(t *testing.T) {
	d := newDesk(t)
	const many = 12
	replies, inputs := make([]reply, many), make([][]byte, many)
	var all sync.WaitGroup
	for i := range many {
		inputs[i] = manyLines(fmt.Sprint("input ", i/3), 4000)
		all.Go(func() { replies[i] = d.sh(inputs[i], "toolfit -b 400") })
	}
	all.Wait()
	for i, r := range replies {
		e, err := open(r.out)
		if err != nil || r.code != 0 || e.Total != 4000 || e.Handle == nil {
			t.Fatalf("process %d: exit %d: %v\n%s%s", i, r.code, err, r.out, r.err)
		}
		if first := replies[i-i%3]; !bytes.Equal(r.out, first.out) {
			t.Errorf("process %d printed other bytes than the first with its input:\n%s%s", i, r.out, first.out)
		}
		if raw := d.call(nil, "read", *e.Handle, "--to", "raw"); !bytes.Equal(raw.out, inputs[i]) {
			t.Errorf("the input of process %d comes back as %d bytes of %d", i, len(raw.out), len(inputs[i]))
		}
	}
}

// TestKilledWhileReading kills a process whose input hasn't ended. It leaves no handle.
func TestKilledWhileReading(t *testing.T) {
	d := newDesk(t)
	c := d.command("toolfit", "--keep")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(manyLines("cut short", 100_000)); err != nil {
		t.Fatal(err) // once all but a pipe's worth of it is taken, the write comes back
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c.Wait() // says that it was killed
	in.Close()
	if left := handles(t, d); len(left) > 0 {
		t.Errorf("a killed process left %q", left)
	}
}

// TestKilledWhileWriting kills processes at many points of their life, the last ones near the end.
// A handle that stands in the store afterwards stands for the whole input.
func TestKilledWhileWriting(t *testing.T) {
	d := newDesk(t)
	input := manyLines("whole", 40_000)
	start := time.Now()
	if r := d.sh(input, "toolfit --run first"); r.code != 0 {
		t.Fatalf("exit %d: %s", r.code, r.out)
	}
	took := time.Since(start)
	kills := 16
	if long() {
		kills = 200
	}
	for i := range kills {
		c := d.command("toolfit", "--run", fmt.Sprint("killed-", i))
		c.Stdin = bytes.NewReader(input)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(i+1) / time.Duration(kills))
		if err := c.Process.Kill(); err != nil && c.ProcessState == nil {
			t.Log(err) // it was faster
		}
		c.Wait() // says that it was killed, or that it was faster
	}
	found := 0
	for _, run := range append([]string{"first"}, runs(kills)...) {
		for _, handle := range listed(t, d, run) {
			found++
			r := d.call(nil, "read", handle, "--run", run, "--to", "raw")
			if r.code != 0 || !bytes.Equal(r.out, input) {
				t.Errorf("%s of %s does not give the input back", handle, run)
			}
		}
	}
	if all := handles(t, d); len(all) != found {
		t.Errorf("of %d files %d are listed", len(all), found)
	}
	sweptAfterKills(t, d)
}

// sweptAfterKills makes what killed writers left older than gc spares: it goes, whole results stay.
func sweptAfterKills(t *testing.T, d *desk) {
	whole := handles(t, d)
	r := d.sh(nil, `find store ! -name 'art-*' -exec touch -d '3 hours ago' {} + && toolfit gc --verify`)
	if r.code != 0 || !bytes.HasPrefix(r.out, []byte(`{"removed":[],`)) {
		t.Errorf("gc: exit %d: %s%s", r.code, r.out, r.err)
	}
	if left := handles(t, d); len(left) != len(whole) {
		t.Errorf("gc left %d of %d results", len(left), len(whole))
	}
	if left := d.sh(nil, "find store -name 'tmp-*'"); len(left.out) > 0 {
		t.Errorf("killed writers left %q", left.out)
	}
}

// listed are the handles of a run.
func listed(t *testing.T, d *desk, run string) (handles []string) {
	t.Helper()
	r := d.call(nil, "ls", "--run", run)
	e, err := open(r.out)
	if err != nil || r.code != 0 {
		t.Fatalf("exit %d: %v\n%s", r.code, err, r.out)
	}
	for _, item := range e.Items {
		handles = append(handles, plain(follow(item, "handle")))
	}
	return handles
}

func runs(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("killed-", i))
	}
	return names
}

// handles are the artifacts in the store, of all scopes, as a stranger would see them.
func handles(t *testing.T, d *desk) (found []string) {
	err := filepath.WalkDir(d.store(), func(path string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err == nil && strings.HasPrefix(entry.Name(), "art-") && strings.HasSuffix(path, ".db") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestReadWhileWriting has processes write to one store and others read from it while gc runs again
// and again. Nothing fails, and no handle is lost. Every second writer writes what all of these do.
func TestReadWhileWriting(t *testing.T) {
	many, rounds := 5, 2
	if long() {
		many, rounds = 20, 10
	}
	d := newDesk(t)
	shared := manyLines("shared", 3000)
	first, err := open(d.call(shared, "-b", "400").out)
	if err != nil || first.Handle == nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			for n := range rounds {
				own := manyLines(fmt.Sprintf("%d of %d", n, i), 3000)
				if i%2 == 0 {
					own = shared
				}
				d.wrote(own, "-b", "400", "-f", fmt.Sprintf("id,n%d=.of", n))
			}
		})
		all.Go(func() {
			for n := range rounds {
				d.readsBack(*first.Handle, shared, "-w", fmt.Sprintf(".id %% %d == %d", many+n, i))
			}
		})
	}
	stop, collected := make(chan bool), make(chan int)
	go func() { collected <- d.collectUntil(stop) }()
	all.Wait()
	close(stop)
	if n := <-collected; n == 0 {
		t.Error("gc didn't run while others did")
	}
}

// collectUntil runs gc, which finds nothing to remove and nothing damaged, until it is told to stop,
// and returns how often it had run by then.
func (d *desk) collectUntil(stop chan bool) (n int) {
	const nothing = `{"removed":[],"bytes":0}` + "\n"
	for ; ; n++ {
		if r := d.sh(nil, "toolfit gc --verify"); r.code != 0 || string(r.out) != nothing {
			d.t.Errorf("gc: exit %d: %s%s", r.code, r.out, r.err)
		}
		select {
		case <-stop:
			return n
		default:
		}
	}
}

// wrote runs a filter and reads its input back, in processes of their own.
func (d *desk) wrote(input []byte, args ...string) {
	d.t.Helper()
	r := d.sh(input, "toolfit "+quoted(args))
	e, err := open(r.out)
	if err != nil || r.code != 0 || e.Handle == nil {
		d.t.Errorf("%q: exit %d: %v\n%s%s", args, r.code, err, r.out, r.err)
		return
	}
	d.readsBack(*e.Handle, input, "--offset", "2900")
}

// readsBack has a handle give its input back, and answer another call.
func (d *desk) readsBack(handle string, input []byte, args ...string) {
	d.t.Helper()
	if r := d.sh(nil, "toolfit read "+handle+" --to raw"); r.code != 0 || !bytes.Equal(r.out, input) {
		d.t.Errorf("%s gave %d bytes, exit %d", handle, len(r.out), r.code)
	}
	r := d.sh(nil, "toolfit read "+handle+" "+quoted(args))
	if e, err := open(r.out); err != nil || r.code != 0 || e.Returned == 0 {
		d.t.Errorf("read %s %q: exit %d: %v\n%s%s", handle, args, r.code, err, r.out, r.err)
	}
}

// quoted is a list of words as a shell reads it.
func quoted(words []string) string {
	return "'" + strings.Join(words, "' '") + "'"
}
