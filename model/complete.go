package model

import (
	"slices"
	"strings"
)

// Complete lists what a half-written place can become, in order: the entries
// of the folder that the prefix names so far, with "/" after those one can go
// into, and the kinds of places while no path has begun. list gives the listing
// of a folder; what it leaves out is not offered, nor is a name that no place can
// hold. Names that begin with a dot are offered when the prefix asks for them.
// home is what "~" stands for, as in ParsePlaceHome; nil = nothing.
func Complete(prefix string, base Place, home []Step, list func(Place) Listing) []string {
	var out []string
	folder, last := cutLast(prefix)
	if folder == "" {
		for _, s := range Schemes() {
			if w := string(s) + ":"; strings.HasPrefix(w, prefix) {
				out = append(out, w)
			}
		}
	}
	at := base
	if folder != "" {
		var err error
		if at, err = ParsePlaceHome(folder, base, home); err != nil {
			return out
		}
	} else if base.IsZero() {
		return out
	}
	want := unescape(last)
	folded := fold(want)
	var names, loose []Entry
	l := list(at)
	twins := l.Twins()
	for _, e := range l.Entries {
		switch {
		case !at.JoinEntry(&e, twins).Valid():
		case strings.HasPrefix(e.Name, ".") && !strings.HasPrefix(want, "."):
		case strings.HasPrefix(e.Name, want):
			names = append(names, e)
		case strings.HasPrefix(fold(e.Name), folded):
			loose = append(loose, e)
		}
	}
	if len(names) == 0 {
		names = loose
	}
	slices.SortStableFunc(names, func(a, b Entry) int { return CompareNatural(a.Name, b.Name) })
	for _, e := range names {
		w := folder + at.JoinEntry(&e, twins).Last().String()
		if e.Enterable() {
			w += "/"
		}
		out = append(out, w)
	}
	return out
}

// cutLast splits a half-written place before its last name.
func cutLast(s string) (folder, last string) {
	cut := 0
	if head, path, found := cutScheme(s); found {
		cut = len(head) + 1
		if i := lastSlash(path); i >= 0 {
			cut += i + 1
		}
	} else if i := lastSlash(s); i >= 0 {
		cut = i + 1
	}
	return s[:cut], s[cut:]
}
