package gate

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
)

// openAlone opens a state in memory, because the gate's folder cannot be written; why is the error. The requests of
// this process keep their distance. The gate then refuses mutations, since it could not share their epoch and their
// turn with other processes.
func (g *Gate) openAlone(why error) (*file.Store, error) {
	var reading *client.Error
	if !errors.As(why, &reading) {
		return nil, why
	}
	st, err := g.openStore(file.Private{Host: g.host}, filepath.Join(g.opt.Dir, g.name+".gate"))
	if err == nil {
		err = g.first(st)
	}
	if err != nil {
		return nil, err
	}
	g.reading.Store(reading)
	g.again = g.host.Now() + lookAgain
	return st, nil
}

// lookAgain is the time between two checks whether the folder can be written again.
const lookAgain = 2 * time.Second

// retreat switches to a state in memory when the folder cannot be written any more.
func (g *Gate) retreat(why error) bool {
	if !client.Unwritable(why) || g.reading.Load() != nil {
		return false
	}
	st, err := g.openAlone(g.near.Fault(why))
	if err != nil {
		return false
	}
	g.near.Move(st)
	g.dropChanges()
	return true
}

// comeBack returns to the state folder, if it can be written again.
func (g *Gate) comeBack() {
	if g.reading.Load() == nil || g.host.Now() < g.again {
		return
	}
	g.again = g.host.Now() + lookAgain
	st, err := g.openShared()
	if err == nil {
		if err = g.rewrite(st); err != nil {
			_ = st.Drop()
		}
	}
	if err != nil {
		return
	}
	g.near.Move(st)
	g.reading.Store(nil)
}

// rewrite writes the state unchanged: on a full disk opening a file proves nothing.
func (g *Gate) rewrite(st *file.Store) error {
	ctx, cancel := context.WithTimeout(g.ctx, g.times.patience)
	defer cancel()
	if err := st.Lock(ctx); err != nil {
		return err
	}
	defer st.Unlock()
	s, h := st.Read()
	if h != state.OK {
		return nil // the next request repairs it, or finds that it cannot
	}
	return st.Write(&s)
}

// ReadOnly is why mutations are refused, or nil. It does not block.
func (g *Gate) ReadOnly() error {
	why := g.reading.Load()
	if why == nil {
		if away := g.store.Reading(); away != nil {
			return away
		}
		return nil
	}
	no := *why
	no.What = "nothing can be changed without the gate's file: %s (%s)"
	return &no
}

// openShared opens the files in the state folder.
func (g *Gate) openShared() (*file.Store, error) {
	path := filepath.Join(g.opt.Dir, g.name)
	st, err := g.openStore(g.host, path+".gate")
	if err != nil {
		return nil, err
	}
	tu := g.turns
	if tu == nil {
		if tu, err = openTurns(g, path); err != nil {
			_ = st.Drop()
			return nil, file.Fault(path+".turn", err)
		}
	}
	if err := g.first(st); err != nil {
		if g.turns == nil {
			tu.close()
		}
		_ = st.Drop()
		return nil, err
	}
	g.turns = tu
	return st, nil
}

func (g *Gate) openStore(h file.Host, path string) (*file.Store, error) {
	st, err := file.Open(h, path, g.self, g.times.files(), g.sayHeld)
	if err != nil {
		return nil, file.Fault(path, err)
	}
	return st, nil
}

// first writes the first content of a new state file, unless the state is far, so that the gap of a new
// account begins at the start of the program and an epoch can be read at once.
func (g *Gate) first(st *file.Store) error {
	if _, h := st.Peek(); h != state.New || g.opt.Far != nil {
		return nil
	}
	// A busy lock means that another process is doing it.
	ctx, cancel := context.WithTimeout(g.ctx, g.times.patience)
	defer cancel()
	if err := st.Lock(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return st.Fault(err)
	}
	defer st.Unlock()
	if _, h := st.Read(); h != state.New {
		return nil
	}
	s := g.fresh(st.Identity(), false)
	if err := st.Write(&s); err != nil {
		return st.Fault(err)
	}
	return nil
}
