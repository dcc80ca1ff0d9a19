package journal

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aloft/model"
)

// Options.Dir has one store for each account, a folder with the account's name. A
// job is stored with the account whose service it changes or reads, wherever the
// command was started. Two names may be one account: each has its store, and they
// share the barrier (Options.Service). A transfer belongs to the account, its other
// side is the disk; nothing is moved between accounts, so no job has two.
//
// Every process reads all stores: there is one list of jobs, and what is unsettled
// blocks every process, whichever account is current in it. In memory a place of
// the current account has no account name, as everywhere; in a plan on the disk
// each place has one. Earlier versions stored a job with the account that was
// current, or in Options.Dir itself, and left the current account out of its
// places: such a job stays where it is and is read with the name of its store.

// Stores is the folder of all stores, and the account that is current here.
type Stores struct {
	Dir     string
	Account string
	Hook    func(point string) // kill points
}

// Of is the store of the account.
func (s *Stores) Of(account string) string {
	return filepath.Join(s.Dir, s.Full(account))
}

// Full is the name of an account, also of the current one.
func (s *Stores) Full(account string) string {
	return cmp.Or(account, s.Account)
}

// Near is the account as the places of this process have it: "" is the current one.
// home is the account of the store that it was read from.
func (s *Stores) Near(home, account string) string {
	account = cmp.Or(account, home)
	if account == s.Account {
		return ""
	}
	return account
}

// Home is the account of the store that a job is in.
func (s *Stores) Home(dir string) string {
	if store := filepath.Dir(dir); store != filepath.Clean(s.Dir) {
		return filepath.Base(store)
	}
	return s.Account
}

// All are the folders that hold jobs.
func (s *Stores) All() []string {
	out := []string{s.Dir}
	ds, _ := os.ReadDir(s.Dir)
	for _, d := range ds {
		if dir := filepath.Join(s.Dir, d.Name()); d.IsDir() && !strings.HasPrefix(d.Name(), ".") && !isJob(dir) {
			out = append(out, dir)
		}
	}
	return out
}

// isJob tells a job in Options.Dir itself from an account's store.
func isJob(dir string) bool {
	for _, name := range []string{PlanName, LogName} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// Jobs are the folders of all jobs, the oldest first.
func (s *Stores) Jobs() []string {
	return s.JobsOf(s.All(), func(store string) []string {
		ids, _ := IDs(store)
		return ids
	})
}

// JobsOf is Jobs with the ids in each of all stores.
func (s *Stores) JobsOf(stores []string, ids func(store string) []string) []string {
	var out []string
	for _, store := range stores {
		for _, id := range ids(store) {
			if dir := filepath.Join(store, id); store != s.Dir || isJob(dir) {
				out = append(out, dir)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	return out
}

// Has: some account has a job of that id.
func (s *Stores) Has(id string) bool {
	return slices.ContainsFunc(s.All(), func(store string) bool {
		_, err := os.Lstat(filepath.Join(store, id))
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// remote: the place belongs to an account.
func remote(p model.Place) bool { return p.Scheme != "" && !p.Scheme.Local() }

// accountAt returns the place with its account mapped by f.
func accountAt(p model.Place, f func(account string) string) model.Place {
	if remote(p) {
		p.Account = f(p.Account)
	}
	return p
}

// mapAccounts maps the accounts of all places of a plan, in a copy that has the same items.
func mapAccounts(p *model.Plan, f func(account string) string) *model.Plan {
	out := *p
	out.Account = accountAt(model.Place{Account: p.Account, Scheme: p.Scheme}, f).Account
	out.Empty = accountAt(p.Empty, f)
	out.Unlisted, out.Roots, out.Tops = slices.Clone(p.Unlisted), slices.Clone(p.Roots), slices.Clone(p.Tops)
	for i := range out.Items {
		itemAccounts(&out.Items[i], f)
	}
	for _, all := range [][]model.Place{out.Unlisted, out.Roots, out.Tops} {
		for i, p := range all {
			all[i] = accountAt(p, f)
		}
	}
	return &out
}

func itemAccounts(it *model.Item, f func(account string) string) {
	it.Parent, it.Target, it.Via = accountAt(it.Parent, f), accountAt(it.Target, f), accountAt(it.Via, f)
	it.Former, it.Like = accountAt(it.Former, f), accountAt(it.Like, f)
}

// SnapAccounts maps the accounts of a job's summary.
func SnapAccounts(s *model.JobSnapshot, f func(account string) string) *model.JobSnapshot {
	out := *s
	out.From, out.To = accountAt(s.From, f), accountAt(s.To, f)
	if remote(s.From) || remote(s.To) {
		out.Account = f(s.Account)
	}
	return &out
}
