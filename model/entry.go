package model

import "time"

// Unknown stands for a number that the service did not give.
const Unknown = -1

// Entry is a thing in a folder. Name is raw: exactly what the service stores,
// so it must pass Clean on its way to a terminal.
type Entry struct {
	ID       string
	Name     string
	Kind     Kind
	Size     int64     // bytes, or Unknown
	Modified time.Time // zero when unknown
	Created  time.Time // zero when unknown
	// Original is when the file was last changed where it was sent from, zero when that is
	// Modified, or unknown.
	Original time.Time
	Children int    // entries of a folder, or Unknown
	MIME     string // "" when unknown
	Link     string // address in a browser, "" when there is none
	// HasPages: it has pages under it, so a pane can go into it, whatever its kind.
	HasPages bool
	// Linked: a file of the disk with several names, which all have its ID.
	Linked bool `json:"-"`
	// Runs: a file of the disk that can be run. Broken: a link of the disk that leads nowhere. Least: more is in a
	// folder, or may be, than its size, which is Unknown until it is counted.
	Runs, Broken, Least bool `json:"-"`
	// Doc is what only a document service gives, or a disk of one entry, nil = nothing; never changed once
	// set. A pointer, since panes hold hundreds of thousands of entries.
	Doc *DocFacts
	// From is where an entry of a list of results is; nil = in the folder that is listed. Nothing
	// stores it.
	From *Origin `json:"-"`
}

// DocFacts of an entry of a document service or a disk, "" where unknown. All are raw.
type DocFacts struct {
	Owner, Creator, Editor string // people
	Status                 string
	Space                  string // id of the space it is in, "" = the home or unknown
	Note                   string // description of a space or a link
	Mode, Group            string // on a disk, as ls -l writes them, beside the Owner
	Links                  int    // how many names it has there, 0 = unknown
	Target                 string // where a link of a disk leads
}

// Facts are what a document service has given about the entry.
func (e *Entry) Facts() DocFacts {
	if e.Doc == nil {
		return DocFacts{}
	}
	return *e.Doc
}

// Learn sets what a document service has given.
func (e *Entry) Learn(f DocFacts) {
	e.Doc = nil
	if f != (DocFacts{}) {
		e.Doc = &f
	}
}

// Gone reports whether it is in the recycle bin, where nothing can be read of it.
func (e *Entry) Gone() bool { return e.From != nil && e.From.Known == KnownGone }

// InSpace sets the space alone.
func (e *Entry) InSpace(id string) {
	f := e.Facts()
	f.Space = id
	e.Learn(f)
}

// Enterable reports whether a pane can go into the entry.
func (e *Entry) Enterable() bool { return e.Kind.Container() || e.HasPages }

// Holds reports whether something can be put into the entry of such a source. In a
// space every page can have pages under it.
func (e *Entry) Holds(in Scheme) bool { return e.Enterable() || in.row().spaces }

// Difference is what two entries of one name differ in.
type Difference string

const (
	DiffKind Difference = "kind"
	DiffSize Difference = "size"
	DiffTime Difference = "time"
	DiffSum  Difference = "checksum"
)

// Comparing says by what two files of one name are compared, beside their sizes.
type Comparing string

const (
	ByTime Comparing = "time"
	BySize Comparing = "size" // by nothing else
	BySum  Comparing = "checksum"
)

// clockStep is how coarse the times of files may be (FAT counts two seconds).
const clockStep = 2 * time.Second

// Differs compares by kind, and by the size and the time that both have, "" = the same as far
// as that shows; of folders only the names are compared. A service may keep two times of a
// file: when it got it, and when the file was changed before. A copy may have either of them.
// far: one of the two is on a service, which may have had to leave a time out.
func (e *Entry) Differs(o *Entry, far bool) Difference {
	switch {
	case e.Enterable() && o.Enterable():
		return "" // its time says when it was changed, not what is in it
	case e.Kind != o.Kind:
		return DiffKind
	case e.Size >= 0 && o.Size >= 0 && e.Size != o.Size:
		return DiffSize
	}
	for _, a := range e.changed() {
		for _, b := range o.changed() {
			switch {
			case a.IsZero() || b.IsZero() || a.Sub(b).Abs() <= clockStep,
				far && (ToWire(a) == 0 || ToWire(b) == 0), keptAs(a, b), keptAs(b, a):
				return ""
			}
		}
	}
	return DiffTime
}

// Later is DiffTime when a document was changed after the file that was made of it, or the other
// way round; exact: or before, since that one has the time of what it was made of.
func (e *Entry) Later(made *Entry, exact bool) Difference {
	at := made.Dated()
	if e.Modified.IsZero() || at.IsZero() {
		return ""
	}
	if d := e.Modified.Sub(at); d > clockStep || exact && d < -clockStep {
		return DiffTime
	}
	return ""
}

// changed are the times that a copy of the file may have.
func (e *Entry) changed() []time.Time {
	if e.Original.IsZero() {
		return []time.Time{e.Modified}
	}
	return []time.Time{e.Modified, e.Original}
}

// Dated is when the file was last changed, as far as known.
func (e *Entry) Dated() time.Time {
	if e.Original.IsZero() {
		return e.Modified
	}
	return e.Original
}

// Fingerprint tells two entries of one folder apart across listings. An id is not
// part of it: services change ids. Size and time are, when known.
type Fingerprint struct {
	Name     string
	Kind     Kind
	Size     int64
	Modified int64 // Unix milliseconds, 0 when unknown
	Created  int64 `json:",omitempty"` // the same
}

// Fingerprint of the entry.
func (e Entry) Fingerprint() Fingerprint {
	return Fingerprint{Name: e.Name, Kind: e.Kind, Size: e.Size, Modified: Millis(e.Modified), Created: Millis(e.Created)}
}

// Ref is an id that was fresh at a known moment: a mutation may use it only
// while the account's epoch is still the one it was looked up in.
type Ref struct {
	Place Place
	ID    string
	Kind  Kind
	Space string // id of the space it is in, "" = none; a space itself has its own id here
	Epoch uint64
	At    time.Time
}

// Kind says what an entry is. The words are those of the command line's JSON.
type Kind string

const (
	KindFolder      Kind = "folder"
	KindFile        Kind = "file"
	KindDoc         Kind = "doc"
	KindSheet       Kind = "sheet"
	KindSlide       Kind = "slide"
	KindForm        Kind = "form"
	KindMind        Kind = "mind"
	KindFlowchart   Kind = "flowchart"
	KindSmartCanvas Kind = "smartcanvas"
	KindSmartSheet  Kind = "smartsheet"
	KindSpace       Kind = "space"
	KindLink        Kind = "link"
	KindOther       Kind = "other"
)

// DocumentKinds are the kinds that a document service can make, in the order of
// a menu.
func DocumentKinds() []Kind {
	return []Kind{KindSmartCanvas, KindDoc, KindSheet, KindSlide, KindForm, KindMind, KindFlowchart, KindSmartSheet, KindFolder, KindLink}
}

// Exported reports whether a service gives what is in such a document only as a file that it exports.
func (k Kind) Exported() bool { return k == KindSheet || k == KindSlide }

// Container reports whether a pane can go into an entry of this kind.
func (k Kind) Container() bool { return k == KindFolder || k == KindSpace }
