package jobs

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// fill puts a place of account a into every field that can hold one.
func fill(v reflect.Value, a string) {
	if p, ok := v.Addr().Interface().(*model.Place); ok {
		*p = model.Place{Account: a, Scheme: model.SchemeDrive, Path: model.Steps("x")}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), a)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), a)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" && v.Field(i).CanSet() {
				fill(v.Field(i), a)
			}
		}
	}
}

// A plan on the disk names the account of every place, and each process reads them
// relative to its current account.
func TestPlansNameTheirAccounts(t *testing.T) {
	for _, c := range []struct{ writer, place, reader, home, want string }{
		{"work", "", "work", "", ""},
		{"work", "", "local", "", "work"},
		{"local", "work", "work", "", ""},
		{"local", "work", "other", "", "work"},
		// By an earlier version: without the account that was current.
		{"", "", "work", "work", ""},
		{"", "", "local", "work", "work"},
		{"", "work", "work", "local", ""},
		{"", "", "local", "", ""},
	} {
		p := &model.Plan{}
		fill(reflect.ValueOf(p).Elem(), c.place)
		p.Account, p.Scheme = c.place, model.SchemeDrive
		w, r := &journal.Stores{Account: c.writer}, &journal.Stores{Account: c.reader}
		b, err := journal.EncodePlan(p, w.Full)
		must(t, err)
		if c.writer != "" && strings.Contains(string(b), `"account":""`) {
			t.Errorf("%+v: a place without an account is written: %s", c, b)
		}
		got, err := journal.DecodePlan(b, func(a string) string { return r.Near(c.home, a) })
		must(t, err)
		want := &model.Plan{}
		fill(reflect.ValueOf(want).Elem(), c.want)
		if got.Account != c.want || !reflect.DeepEqual(got.Items[0].Parent, want.Items[0].Parent) {
			t.Errorf("%+v: read as %q, %v", c, got.Account, got.Items[0].Parent)
		}
		own := func(account string) string { return account }
		again, err := journal.EncodePlan(got, own)
		must(t, err)
		want.Account, want.Scheme = c.want, model.SchemeDrive
		if all, err := journal.EncodePlan(want, own); err != nil || string(all) != string(again) {
			t.Errorf("%+v: some place was forgotten:\n%s\n%s", c, again, all)
		}
	}
}

// lateView is a source whose changes wait for a turn, which comes after those of
// others.
type lateView struct {
	*memdoc.View
	turn func()
}

func (v *lateView) Announces() bool { return true }

func (v *lateView) Move(ctx context.Context, items []model.Ref, to model.Ref, c client.Class) error {
	v.turn()
	if err := client.Sending(ctx)(); err != nil {
		return err
	}
	return v.View.Move(ctx, items, to, c)
}

type lateSources struct {
	docSources
	turn func()
}

func (s lateSources) For(p model.Place) (client.Source, error) {
	src, err := s.docSources.For(p)
	if v, ok := src.(*memdoc.View); ok {
		return &lateView{v, s.turn}, err
	}
	return src, err
}

// What another process has sent since a batch was picked is noticed at the moment
// of sending. Nothing else reveals it where ids never become stale.
func TestTheBarrierIsLookedAtBeforeSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDocs()
		c.Put(memdoc.Home, "x", model.KindDoc)
		c.Put(memdoc.Home, "a", model.KindFolder)
		c.Put(memdoc.Home, "b", model.KindFolder)
		dir := t.TempDir()
		one := openDocs(t, c, run.Options{Dir: dir})
		move := func(e *Engine, to string) string {
			p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: docsAt("docs:/x"), Target: docAt(to)})
			must(t, err)
			id, err := e.Start(t.Context(), p)
			must(t, err)
			return id
		}
		first, early := "", false
		isFirst := func(s model.JobSnapshot) bool { return s.ID == first }
		turn := sync.OnceFunc(func() {
			c.Lock()
			c.Fault = func(what string, n int) memdoc.Fate {
				if what == "move" && n == 1 {
					return memdoc.Late // it is done 20 s later, and not answered
				}
				early = early || what == "move" && one.Jobs()[slices.IndexFunc(one.Jobs(), isFirst)].Unknown > 0
				return memdoc.Fine
			}
			c.Unlock()
			first = move(one, "docs:/a")
			for one.Jobs()[slices.IndexFunc(one.Jobs(), isFirst)].Unknown == 0 {
				time.Sleep(10 * time.Millisecond)
			}
		})
		two, err := Open(run.Options{Dir: dir, Sources: lateSources{docSources{c}, turn}})
		must(t, err)
		defer two.Close()
		second := move(two, "docs:/b")
		s, err := two.Wait(t.Context(), second)
		must(t, err)
		f, err := one.Wait(t.Context(), first)
		must(t, err)
		if f.State != model.JobDone || s.Done+s.Failed != 1 || early {
			t.Errorf("sent while it was not settled: %v\n%+v\n%+v", early, f, s)
		}
	})
}

// A store that cannot be made is reported once, with its folder and the reason.
func TestAStoreThatCannotBeMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := t.TempDir()
		e := open(t, f, run.Options{Dir: dir, Account: "work"})
		defer e.Close()
		p, err := e.Plan(t.Context(), r)
		must(t, err)
		store := filepath.Join(dir, p.Account)
		must(t, os.RemoveAll(store))
		must(t, os.WriteFile(store, nil, 0o600))
		_, err = e.Start(t.Context(), p)
		if err == nil || strings.Count(err.Error(), " cannot be used") != 1 || !strings.Contains(err.Error(), store) {
			t.Errorf("%v", err)
		}
	})
}
