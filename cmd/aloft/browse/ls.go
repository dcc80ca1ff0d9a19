package browse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonListing struct {
	Place    string      `json:"place"`
	Complete bool        `json:"complete"`
	ListedAt string      `json:"listed_at"`
	Entries  []jsonEntry `json:"entries"`
}

func (cs *Commands) lsCommand() console.Command {
	return console.Command{
		Use: "ls [-l] PLACE", Short: "list a folder", Long: `Lists a folder, folders first. On a terminal, control characters in names are
replaced. A pipe gets names unchanged, unless they contain a line break or
another control character; --json gives every name exactly. On a disk, names
that begin with a dot are left out of all output without -a.`, Args: console.WantArgs(0, 1), Words: cs.places.Complete(1), JSON: []any{jsonListing{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "long", Short: "l", Value: false, Help: "also print kind, size and time of the last change; on a disk as ls -l does"},
			{Name: "all", Short: "a", Value: false, Help: "include names on a disk that begin with a dot"},
		},
		Run: func(in console.Call) error {
			return cs.ls(in.Or("."), in.Format, in.On("long"), in.On("all"))
		},
	}
}

func (cs *Commands) ls(arg string, f console.Format, long, all bool) error {
	p, src, err := cs.places.Source(arg)
	if err != nil {
		return err
	}
	l, err := cs.list(src, p)
	if err != nil {
		return err
	}
	cut := cs.cut(l)
	entries := find.InOrder(l.Entries)
	if p.Scheme.Local() && !all {
		entries = slices.DeleteFunc(entries, func(e model.Entry) bool { return strings.HasPrefix(e.Name, ".") })
	}
	if p.Scheme.Local() && (long || f.JSON || f.JSONL) {
		for i, e := range entries {
			if e.Kind != model.KindLink {
				continue // only where it leads is not in a listing
			}
			if full, err := src.Stat(cs.session.Context(), p.Join(e.Name), client.Options{}); err == nil {
				entries[i] = full
			}
		}
	}
	twins := l.Twins()
	if f.JSON {
		j := jsonListing{Place: p.String(), Complete: l.Complete, ListedAt: console.Stamp(l.ListedAt), Entries: []jsonEntry{}}
		for _, e := range entries {
			j.Entries = append(j.Entries, toJSON(e, p.JoinEntry(&e, twins)))
		}
		return cmp.Or(cs.con.Encode(j), cut)
	}
	for _, e := range entries {
		name := cs.con.Name(e.Name)
		if twins[e.Name] {
			name += cs.con.Name(`\#` + e.ID) // in a place's form, or nothing distinguishes them
		}
		switch {
		case f.JSONL:
			err = cs.con.Encode(toJSON(e, p.JoinEntry(&e, twins)))
		case long:
			if name += console.Slash(e); e.Facts().Target != "" {
				name += " -> " + cs.con.Name(e.Facts().Target)
			}
			err = cs.con.Line(cs.longLine(e), name)
		default:
			err = cs.con.Line(name, console.Slash(e))
		}
		if err != nil {
			return err
		}
	}
	return cut
}

// list reads a folder; a file is listed as itself, as ls does.
func (cs *Commands) list(src client.Source, p model.Place) (model.Listing, error) {
	return src.List(cs.session.Context(), p, client.Options{Class: client.Interactive})
}

// cut warns about a listing that does not show everything, and returns what the
// command ends with when it has shown the rest.
func (cs *Commands) cut(l model.Listing) error {
	if l.Complete {
		return nil
	}
	cs.con.WarnLine(cs.con.Say("%[2]s: only %[1]d {entry is|entries are} shown: %[3]s", len(l.Entries), model.Clean(l.Place.String()), cs.cutReason(l)))
	return console.Exit(console.ExitSome, nil)
}

func (cs *Commands) cutReason(l model.Listing) string {
	t := text.Text("the listing is not complete")
	switch l.Cut {
	case model.CutWindow:
		t = "the service lists only this many entries per folder"
	case model.CutRepeat:
		t = "the service repeats its first page"
	case model.CutLimit:
		t = "the listing reached its limit before the end"
	case model.CutTotal:
		if t = "the service says there are more"; l.Place.Scheme.Packed() {
			t = "the archive is damaged"
		}
	case model.CutChanged:
		t = "the folder changed while it was read"
	}
	return cs.con.Say(t)
}

func (cs *Commands) longLine(e model.Entry) string {
	what := model.Pad(cs.con.Word(string(e.Kind)), 11)
	if f := e.Facts(); f.Mode != "" {
		what = fmt.Sprintf("%s %2d %s %s", f.Mode, f.Links, model.Pad(model.Clean(f.Owner), 8), model.Pad(model.Clean(f.Group), 8))
	}
	return fmt.Sprintf("%s %6s  %-16s  ", what, sizeOf(e), console.When(e.Modified))
}

// sizeOf is the size of an entry in a list; a folder has none.
func sizeOf(e model.Entry) string {
	if e.Kind.Container() {
		return "-"
	}
	return console.Size(e.Size)
}
