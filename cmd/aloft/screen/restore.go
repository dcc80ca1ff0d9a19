package screen

import (
	"cmp"
	"strings"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/keep"
	"aloft/model"
)

// left is what the last session left, and where this one is stored.
type left struct {
	session client.Session
	keep    func(client.Session) error // nil = nowhere
	err     error                      // why there is no session
}

// restore reads what the last session in a terminal of this kind left of the current
// account. fresh: nothing comes back; explicit: the person has named places, and
// only the arrangement comes back.
func (sc *Screen) restore(k *keep.Keeper, fresh, explicit bool) (l left) {
	cfg := sc.Session.Config
	if !cfg.UI.Restore {
		return l
	}
	of := terminalKind(sc.Con.Env) + " " + cfg.Account
	l.keep = func(s client.Session) error { return k.SetSession(of, s) }
	if fresh {
		return l
	}
	l.session, l.err = k.Session(of)
	if explicit {
		l.session = arrangement(l.session)
	}
	for i := range l.session.Sides {
		l.session.Sides[i] = withSources(l.session.Sides[i], cfg)
	}
	if at := l.session.Reading.Place; !at.IsZero() && !hasSource(at, cfg) {
		l.session.Reading = client.Reading{}
	}
	return l
}

// terminalKind tells terminals apart in which a person works in different ways: by
// the program, or where it does not say its name by TERM, and whether it is reached
// over SSH and is in tmux.
func terminalKind(env func(string) string) string {
	name := cmp.Or(env("TERM_PROGRAM"), env("TERM"))
	parts := []string{name}
	if env("SSH_CONNECTION") != "" || env("SSH_TTY") != "" {
		parts = append(parts, "ssh")
	}
	if env("TMUX") != "" && name != "tmux" {
		parts = append(parts, "tmux")
	}
	return strings.Join(parts, "+")
}

// arrangement is how the panes were arranged, without what they showed.
func arrangement(s client.Session) client.Session {
	return client.Session{Zoom: s.Zoom, Split: s.Split, Sync: s.Sync, NoInfo: s.NoInfo, Over: s.Over, Panel: s.Panel, Dots: s.Dots, Ground: s.Ground}
}

// withSources are the tabs whose accounts are still configured.
func withSources(s client.Side, cfg *config.Config) client.Side {
	out := client.Side{}
	for i, t := range s.Tabs {
		if !hasSource(t.Place, cfg) {
			continue
		}
		if i <= s.At {
			out.At = len(out.Tabs)
		}
		out.Tabs = append(out.Tabs, t)
	}
	return out
}

// hasSource reports whether the account of a place is configured.
func hasSource(at model.Place, cfg *config.Config) bool {
	if at.Scheme.Local() {
		return true
	}
	account := cmp.Or(at.Account, cfg.Account)
	return cfg.Has(account, at.Scheme.Service())
}
