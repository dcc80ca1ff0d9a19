package model

import "strings"

// Origin is where the entries of a list of results are: those of one folder share
// one. It is never changed once made.
type Origin struct {
	Folder Place
	// Twins are the names that several entries of the folder have.
	Twins map[string]bool
	Known Known
	// ID is the folder's, when the service gives no more than that.
	ID string
}

// Known says what is known of where an entry is.
type Known string

const (
	KnownFolder Known = ""     // the folder
	KnownID     Known = "id"   // its id, which is enough; Folder is the root of its source
	KnownLost   Known = "lost" // neither; Folder is the root of its source
	KnownGone   Known = "gone" // it is in the recycle bin, ID is its record there; Folder is where it was, zero = unknown
)

// Told is the folder that an entry is in, or was deleted from; ok is false where it is
// not known.
func (o *Origin) Told() (folder Place, ok bool) {
	return o.Folder, o.Known == KnownFolder || o.Known == KnownGone && !o.Folder.IsZero()
}

// place of an entry. That of a lost or a deleted one is not Valid.
func (o *Origin) place(e *Entry) Place {
	switch o.Known {
	case KnownGone:
		return o.Folder.Root().Join("\x00" + o.ID)
	case KnownID:
		return o.Folder.Loose(e.ID)
	case KnownLost:
		return o.Folder.Join("\x00" + e.Name)
	}
	return o.Folder.JoinEntry(&Entry{ID: e.ID, Name: e.Name}, o.Twins)
}

// resultsMark begins the step of a list of results. No place can hold a NUL, so nothing
// can be listed there, or put there, by mistake.
const resultsMark = "\x00results\x00"

// Results is the place that stands for a list of results with that title, in the source
// that p is in. It is not Valid.
func (p Place) Results(title string) Place {
	return p.Root().Join(resultsMark + title)
}

// IsResults reports whether the place stands for a list of results.
func (p Place) IsResults() bool {
	_, ok := p.results()
	return ok
}

// ResultsTitle is the title of a list of results, raw, "" for every other place.
func (p Place) ResultsTitle() string {
	title, _ := p.results()
	return title
}

func (p Place) results() (title string, ok bool) {
	if len(p.Path) != 1 {
		return "", false
	}
	return strings.CutPrefix(p.Path[0].Name, resultsMark)
}
