package model

import (
	"cmp"

	"aloft/model/text"
)

// Op is what a plan does to its items.
type Op string

const (
	OpMakeFolder Op = "mkdir"
	OpRename     Op = "rename"
	OpMove       Op = "move"
	OpDelete     Op = "delete"
	OpRecover    Op = "recover" // back from the recycle bin
	OpPurge      Op = "purge"   // out of the recycle bin, for good
	OpCreate     Op = "new"     // a document
	OpCopy       Op = "copy"
	OpShare      Op = "share"      // who may read or write it
	OpAttributes Op = "attributes" // the mode and the time of an entry of a disk
	OpImport     Op = "import"     // files of a disk become documents
	OpExport     Op = "export"     // documents become files of a disk
	OpUpload     Op = "upload"     // files of a disk, as they are
	OpDownload   Op = "download"
	OpTransfer   Op = "transfer"    // files within a disk, or from one service or account to another
	OpRelocate   Op = "move-across" // the same, and the originals are deleted once their copies are whole
)

// Policy says who may do what with a document or a space. Of an entry of a disk it is the mode and, behind an @, the time of
// the last change, or one of them.
type Policy string

const (
	PolicyPrivate Policy = "private" // only its owner
	PolicySome    Policy = "some"    // some members
	PolicyRead    Policy = "read"    // everyone with the link can read
	PolicyEdit    Policy = "edit"    // everyone with the link can edit
)

// New is what an OpCreate makes.
type New struct {
	Kind     Kind   `json:"kind"`
	LinkURL  string `json:"link_url,omitempty"`  // KindLink: where it leads; required
	LinkText string `json:"link_text,omitempty"` // KindLink: a description
	// Content is Markdown for a KindSmartCanvas that is made from it; "" = empty.
	Content string `json:"content,omitempty"`
}

// Formats of an export. FormatNative is what the service makes of the kind
// (docx, xlsx, pptx); the others are made of that on this machine, unless the item is
// Served.
const (
	FormatNative   = ""
	FormatMarkdown = "md"
	FormatText     = "txt"
	// FormatMarkdownAlone is Markdown without a folder of pictures beside it.
	FormatMarkdownAlone = "markdown"
	FormatPDF           = "pdf" // by the service where it can, otherwise by LibreOffice
)

// Decision says what happens to one item of a plan.
type Decision string

const (
	DecideGo     Decision = "go"     // do it
	DecideSkip   Decision = "skip"   // leave it where it is; Why says why
	DecideNumber Decision = "number" // do it under NewName, a free name with a number
	DecideAsk    Decision = "ask"    // a conflict nobody has decided yet; never sent
	// DecideReplace: do it once Room is made, which Plan.Settled puts before it.
	DecideReplace Decision = "replace"
)

// Conflict rules for names that are taken in the target.
type ConflictRule string

const (
	ConflictAsk    ConflictRule = "ask"
	ConflictSkip   ConflictRule = "skip"
	ConflictNumber ConflictRule = "number"
	ConflictStop   ConflictRule = "stop"
	// ConflictReplace: folders are merged, and a file that has a file's name is put aside, as client.Sync says.
	ConflictReplace ConflictRule = "replace"
	ConflictNewer   ConflictRule = "newer" // the same, where the new file was changed later
	ConflictMerge   ConflictRule = "merge" // of folders only; files are asked about
)

// Merges: a folder goes into one of its name.
func (r ConflictRule) Merges() bool { return r == ConflictMerge || r.Replaces() }

// Replaces: a file may take the name of another one.
func (r ConflictRule) Replaces() bool { return r == ConflictReplace || r == ConflictNewer }

// Why an item is skipped.
const (
	WhyTaken    = "taken"         // the name is taken where it would go
	WhyThere    = "already-there" // it is in the target already
	WhyInside   = "inside"        // it goes with a folder that is an item itself
	WhyExists   = "exists"        // the folder to make is there already
	WhySameName = "same-name"     // the new name is the old one
	WhySame     = "same"          // it has the policy already
	WhyLink     = "link"          // a link of the disk; it is not followed
	WhySpecial  = "special"       // a device, a pipe or a socket of the disk
	WhyRefused  = "refused"       // the service does not take it, or does not give it; Reason says more
	WhyKept     = "kept"          // an original of which not all was copied
	WhyOlder    = "not-newer"     // what has its name was changed at the same time, or later
	WhyUndated  = "undated"       // nobody tells which of the two was changed later
)

// skipped says in words why an item is left where it is.
var skipped = map[string]text.Text{
	WhyTaken:    "the name is taken in that folder",
	WhyThere:    "it already exists",
	WhyInside:   "included with its folder",
	WhyExists:   "it already exists",
	WhySameName: "it already has that name",
	WhySame:     "it is already set",
	WhyLink:     "it is a link; links are not followed",
	WhySpecial:  "it is not a file",
	WhyKept:     "it is kept because not all of it was copied",
	WhyOlder:    "it is not newer",
	WhyUndated:  "cannot compare the dates",
}

// ModeBin as the Mode of an OpDelete: to the recycle bin.
const ModeBin = "bin"

// ModeReuse as the Mode of an OpMakeFolder: a folder that is there already is as good.
const ModeReuse = "reuse"

// ModeAside as the Mode of an OpMakeFolder: copies get their names in it before they are
// moved to their target. It is made only if there are any, and deleted at the end.
const ModeAside = "aside"

// Copied says what copy there is of an entry that is deleted.
type Copied string

const (
	CopiedWhole     Copied = "whole"     // the same bytes
	CopiedConverted Copied = "converted" // in another format, which may not keep everything
)

// Item is one line of a plan. Parent is the folder it is in (for OpMakeFolder:
// the folder it will be in).
type Item struct {
	ID      int         `json:"id"`
	Op      Op          `json:"op"`
	Parent  Place       `json:"parent"`
	Name    string      `json:"name"`
	Kind    Kind        `json:"kind,omitempty"`
	Print   Fingerprint `json:"print,omitzero"`
	Target  Place       `json:"target,omitzero"` // OpMove, OpCopy and transfers: the folder it goes to
	NewName string      `json:"new_name,omitempty"`
	Mode    string      `json:"mode,omitempty"` // OpDelete: the mode; OpMakeFolder: "" or ModeReuse
	// Pin is the entry's id where ids never change: the entry is found by it, and
	// names may be shared.
	Pin      string   `json:"pin,omitempty"`
	New      *New     `json:"new,omitempty"` // OpCreate
	Decision Decision `json:"decision"`
	// Calls are the requests that carry it, beside lookups; 0 = as its operation says.
	Calls int `json:"calls,omitempty"`
	Answer
	Found
	Way
	Carried
	Binned
	Removal
	Sharing
}

// Answer is why an item is decided as it is, and what else it could be.
type Answer struct {
	Why string `json:"why,omitempty"` // a WhySkipped word
	// Reason is the sentence on why it is skipped, where Why is not enough.
	Reason Sentence `json:"reason,omitzero"`
	// Free is a free name with a number, when the name is taken: DecideNumber makes
	// it the NewName.
	Free string `json:"free,omitempty"`
	// Taken is the entry that holds the name in the target.
	Taken *Entry `json:"taken,omitempty"`
	// Room puts that entry away, nil = it has to stay.
	Room *Item `json:"-"`
}

// Found is where in its folder an entry was.
type Found struct {
	PageHint int `json:"page,omitempty"` // page it was seen on
	Pos      int `json:"pos,omitempty"`  // index in its folder's listing
	// Loose: Parent is only the source's root, since it is not known where the entry is; it
	// is found by its id alone.
	Loose bool `json:"loose,omitempty"`
}

// Way is how an item comes to its target, where that takes more than one call.
type Way struct {
	// Via is where the copy of an OpCopy is made first, zero when it can be made in Target.
	Via Place `json:"via,omitzero"`
	// Late: the new name is given in the target, since it cannot be given before.
	Late bool `json:"late,omitempty"`
	// Was is the name that the disk does not get, since not every system takes it.
	Was string `json:"was,omitempty"`
}

// Carried is what a transfer keeps of the original, and the format in which a document is given.
type Carried struct {
	// Original is the time that the copy of an OpDownload gets, in Unix milliseconds; 0 =
	// Print.Modified.
	Original int64 `json:"original,omitempty"`
	// Inode is the ID of a Linked file: its first item that goes brings the bytes, the others become names of that copy.
	Inode  string `json:"inode,omitempty"`
	Format string `json:"format,omitempty"`
	// Served: the service itself makes the Format.
	Served bool `json:"served,omitempty"`
	// Like is the folder that an OpMakeFolder makes a copy of, zero when it is none. Of an
	// OpDelete it is the original that must be back before its copy goes. Of a file with an Inode it
	// is a name that its copy has in the target already.
	Like Place `json:"like,omitzero"`
}

// Binned is an entry of the recycle bin (OpRecover, OpPurge). The item's Parent is the source's
// root, since nothing is done at the entry's former place.
type Binned struct {
	Record string `json:"record,omitempty"`
	Former Place  `json:"former,omitzero"` // the folder that it was in, zero when the service does not say
}

// Removal is what an OpDelete that takes something back has to know.
type Removal struct {
	// Copied: the plan, or the job that it takes back, has another copy of it.
	Copied Copied `json:"copied,omitempty"`
	// Holds is a digest of what may go with it, "" = nothing.
	Holds string `json:"holds,omitempty"`
}

// Sharing is who can read or write an entry: what is asked for, and what it was when the plan was
// made (OpShare, OpAttributes).
type Sharing struct {
	Policy    Policy `json:"policy,omitempty"`
	OldPolicy Policy `json:"old_policy,omitempty"`
}

// Converted: this machine makes the format of what the service gives.
func (it *Item) Converted() bool { return it.Format != FormatNative && !it.Served }

// LeftOut reports whether the item was asked for and cannot be done: it is in the
// plan only to be named, and Skipped says why.
func (i Item) LeftOut() bool {
	return i.Decision == DecideSkip && (i.Why == WhyRefused || i.Why == WhyLink || i.Why == WhySpecial || i.Why == WhyKept)
}

// Skipped says why the item is left where it is.
func (i Item) Skipped() Sentence {
	switch t, ok := skipped[i.Why]; {
	case ok:
		return Say(t)
	case i.Why != WhyRefused:
		return Say("%s", i.Why)
	case !i.Reason.IsZero():
		return i.Reason
	}
	return Say("the service does not accept it")
}

// Numbered reports whether the item gets a number without being asked for, since
// another one of its plan gets the name.
func (i Item) Numbered() bool { return i.Free != "" && i.Taken == nil }

// Becomes is the name that the disk gets in the place of Was, "" = it gets its own.
func (i Item) Becomes() string {
	after, ok := i.After()
	if i.Was == "" || !i.Goes() || !ok {
		return ""
	}
	return after.Base()
}

// Place of the item before the plan ran (OpMakeFolder: after).
func (i Item) Place() Place { return i.Parent.Join(i.Name) }

// Named is the place that a person knows the item by: of an entry of the recycle bin
// where it was, zero when that is not known.
func (i Item) Named() Place {
	switch {
	case i.Record == "":
		return i.Place()
	case i.Former.IsZero():
		return Place{}
	}
	return i.Former.Join(i.Name)
}

// After is the item's place when it is done; a deleted item has none (ok false).
func (i Item) After() (p Place, ok bool) {
	name := i.Name
	if i.NewName != "" {
		name = i.NewName
	}
	switch i.Op.Row().Ends {
	case EndInTarget:
		return i.Target.Join(name), true
	case EndGone:
		return Place{}, false
	}
	return i.Parent.Join(name), true
}

// Lands is After where that is not Place.
func (i *Item) Lands() (p Place, ok bool) {
	if p, ok = i.After(); !ok || p.Equal(i.Place()) {
		return Place{}, false
	}
	return p, true
}

// Merges reports whether the item is a folder that the name of another one keeps out: both can be merged.
func (i *Item) Merges() bool {
	return i.Taken != nil && i.Kind.Container() && i.Taken.Kind.Container() && !i.Op.Transfers() && !i.Target.IsZero() &&
		!i.Target.Scheme.Documents() && !i.Target.Join(i.Taken.Name).Equal(i.Place())
}

// NotNewer says why the item does not count as changed later than the other entry, "" = it does. Times
// count as precisely as the coarser of the two.
func (i *Item) NotNewer(other *Entry) string {
	mine, theirs := cmp.Or(i.Original, i.Print.Modified), Millis(other.Dated())
	if mine == 0 || theirs == 0 {
		return WhyUndated
	}
	if mine%1000 == 0 || theirs%1000 == 0 { // one has no more than seconds
		mine, theirs = mine/1000, theirs/1000
	}
	if mine <= theirs {
		return WhyOlder
	}
	return ""
}

func (i *Item) leave(d Decision) {
	numbered := i.Decision == DecideNumber
	i.Decision, i.Why = d, WhyTaken
	if op := i.Op.Row(); op.Names == NamesNone || op.Moves && numbered {
		i.NewName = ""
	}
}
