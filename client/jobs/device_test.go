package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	"aloft/client/embedded"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/client/gate"
	"aloft/model"
)

// device is another device of the account: it renames, moves, deletes and adds entries
// between any two requests of the process, and remembers which.
type device struct {
	w    *world
	svc  *embedded.Service
	gate *gate.Gate
	src  whole
	rnd  *rand.Rand
	most int // how often it may still act
	made int

	keys         map[int64]bool
	paths        []string
	moves, names map[int64]int
}

// newDevice returns a device that does nothing yet.
func newDevice(t testing.TB, w *world, seed uint64) *device {
	t.Helper()
	d := &device{w: w, rnd: newRand(seed ^ 77), keys: map[int64]bool{}, moves: map[int64]int{}, names: map[int64]int{}}
	var err error
	d.svc, err = embedded.Open(context.Background(), embedded.Options{Dir: w.o.dir, Fast: true,
		Faults: fault.Faults{Seed: seed, Rotate: w.o.faults.Rotate, Lag: w.o.faults.Lag}})
	if err == nil {
		d.gate, err = gate.Open(gate.Options{Dir: t.TempDir(), Name: "other", Wire: gate.RoundTripperWire(d.svc.Transport()), Host: newHost(seed)})
	}
	if err != nil {
		t.Fatal(err)
	}
	d.src = drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: d.gate, Cookies: clienttest.NewJar(d.svc.Cookie())})
	return d
}

func (d *device) close() {
	_ = d.gate.Close()
	_ = d.svc.Close()
}

// touched: the device has changed the entry, a folder around it, or something of that path.
func (d *device) touched(key int64, at string) bool {
	return d.keys[key] || slices.ContainsFunc(d.paths, func(p string) bool { return under(at, p) })
}

// addedSize is the least size of a file that a device adds.
const addedSize = 100_000

// added: a device has added the entry.
func (d *device) added(e *entry) bool { return e.size >= addedSize }

// forget begins a new round, from which on the device has touched nothing.
func (d *device) forget() { clear(d.keys); d.paths = nil }

// between is called between two requests of the process.
func (d *device) between() {
	if d.most > 0 && d.rnd.IntN(6) == 0 {
		d.most--
		d.act()
	}
}

func (d *device) act() {
	now := d.w.entries()
	var files, folders []string
	for _, e := range now {
		switch {
		case e.bin:
		case e.folder:
			folders = append(folders, e.path)
		default:
			files = append(files, e.path)
		}
	}
	slices.Sort(files)
	slices.Sort(folders)
	if len(files) == 0 {
		return
	}
	d.made++
	name := fmt.Sprint("other ", d.made)
	file, folder := files[d.rnd.IntN(len(files))], folders[d.rnd.IntN(len(folders))]
	touch := func(at string, count map[int64]int, to string) {
		for _, k := range now.at(at, false) {
			d.keys[k] = true
			if now[k].path == at && count != nil {
				count[k]++
			}
		}
		d.paths = append(d.paths, at)
		if to != "" {
			d.paths = append(d.paths, to)
		}
	}
	ctx := context.Background()
	switch d.rnd.IntN(6) {
	case 0:
		touch(file, d.names, path.Join(path.Dir(file), name))
		d.with(file, func(r model.Ref) error { return d.src.Rename(ctx, r, name, client.Interactive) })
	case 1:
		touch(file, d.moves, path.Join(folder, path.Base(file)))
		walk := d.src.Walk(client.Options{Fresh: true})
		if to, err := walk.Folder(ctx, at(folder)); err == nil && path.Dir(file) != folder {
			d.within(walk, file, func(r model.Ref) error { return d.src.Move(ctx, []model.Ref{r}, to, client.Interactive) })
		}
	case 2:
		touch(file, nil, "")
		d.with(file, func(r model.Ref) error {
			return d.src.Delete(ctx, []model.Ref{r}, client.DeleteToBin, client.Interactive)
		})
	case 3: // renames a folder with all that is in it
		touch(folder, d.names, path.Join(path.Dir(folder), name))
		d.with(folder, func(r model.Ref) error { return d.src.Rename(ctx, r, name, client.Interactive) })
	default: // takes a name that a job may want
		p := path.Join(folder, path.Base(file))
		if !slices.Contains(files, p) && !slices.Contains(folders, p) {
			d.paths = append(d.paths, p)
			_ = d.svc.Plant(ctx, []embeddeddrive.Item{{Path: at(p).Names(), Size: addedSize + int64(d.made)}})
		}
	}
}

func (d *device) with(file string, do func(model.Ref) error) {
	d.within(d.src.Walk(client.Options{Fresh: true}), file, do)
}

// within does something with an entry, if it is listed there.
func (d *device) within(walk client.Walk, file string, do func(model.Ref) error) {
	pg, err := walk.Page(context.Background(), at(path.Dir(file)), 1)
	if err != nil {
		return
	}
	for i, e := range pg.Entries {
		if e.Name == path.Base(file) {
			_ = do(pg.Refs[i])
		}
	}
}
