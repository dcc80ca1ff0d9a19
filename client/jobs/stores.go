package jobs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/model"
)

// Options.Dir has one store for each account, a folder with the account's name,
// and a job lies in the store of the account whose service it changes or reads,
// wherever the command was started. Two names may stand for one account: each has
// its store, and they share the barrier (Options.Service). A transfer belongs to
// the account, its other side is the disk; nothing goes from one account to
// another, so no job has two.
//
// Every process reads all stores: one list, and what is unsettled keeps every
// process away, whichever account is current in it. In memory a place of the
// current account has none in it, as everywhere; in a plan on the disk each place
// has its account's name. Earlier versions kept a job with the account that was
// current, or in Options.Dir itself, and left the current account out of its
// places: such a job stays where it is and is read with the name of its store.

// storeOf is where a job of the account lies.
func (e *Engine) storeOf(account string) string {
	return filepath.Join(e.o.Dir, e.full(account))
}

// full is the name of an account, also of the current one.
func (e *Engine) full(account string) string {
	if account == "" {
		return e.o.Account
	}
	return account
}

// near is the account as the places of this process show it: "" is the current
// one. home is the account of the store that it was read from.
func (e *Engine) near(home, account string) string {
	if account == "" {
		account = home
	}
	if account == e.o.Account {
		return ""
	}
	return account
}

// homeOf is the account of the store that a job lies in.
func (e *Engine) homeOf(dir string) string {
	if store := filepath.Dir(dir); store != filepath.Clean(e.o.Dir) {
		return filepath.Base(store)
	}
	return e.o.Account
}

// stores are the folders that hold jobs.
func (e *Engine) stores() []string {
	out := []string{e.o.Dir}
	ds, _ := os.ReadDir(e.o.Dir)
	for _, d := range ds {
		if dir := filepath.Join(e.o.Dir, d.Name()); d.IsDir() && !strings.HasPrefix(d.Name(), ".") && !isJob(dir) {
			out = append(out, dir)
		}
	}
	return out
}

// isJob tells a job in Options.Dir itself from an account's store.
func isJob(dir string) bool {
	for _, name := range []string{planName, logName} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// dirs are the folders of all jobs, the oldest first.
func (e *Engine) dirs() []string {
	var out []string
	for _, store := range e.stores() {
		names, _ := ids(store)
		for _, id := range names {
			if dir := filepath.Join(store, id); store != e.o.Dir || isJob(dir) {
				out = append(out, dir)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	return out
}

// taken: some account has a job of that id.
func (e *Engine) taken(id string) bool {
	return slices.ContainsFunc(e.stores(), func(store string) bool {
		_, err := os.Lstat(filepath.Join(store, id))
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// remote: the place is of an account.
func remote(p model.Place) bool { return p.Scheme != "" && p.Scheme != model.SchemeDisk }

// accountAt gives the place with the account that f makes of its own.
func accountAt(p model.Place, f func(account string) string) model.Place {
	if remote(p) {
		p.Account = f(p.Account)
	}
	return p
}

// accounts does that with all places of a plan.
func accounts(p *model.Plan, f func(account string) string) *model.Plan {
	out := *p
	out.Account = accountAt(model.Place{Account: p.Account, Scheme: p.Scheme}, f).Account
	out.Items, out.Unlisted = slices.Clone(p.Items), slices.Clone(p.Unlisted)
	for i := range out.Items {
		it := &out.Items[i]
		it.Parent, it.Target, it.Via = accountAt(it.Parent, f), accountAt(it.Target, f), accountAt(it.Via, f)
	}
	for i, p := range out.Unlisted {
		out.Unlisted[i] = accountAt(p, f)
	}
	return &out
}

// snapAccounts does it with a job's summary.
func snapAccounts(s *model.JobSnapshot, f func(account string) string) *model.JobSnapshot {
	out := *s
	out.From, out.To = accountAt(s.From, f), accountAt(s.To, f)
	if remote(s.From) || remote(s.To) {
		out.Account = f(s.Account)
	}
	return &out
}
