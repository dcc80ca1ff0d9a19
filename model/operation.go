package model

import "aloft/model/text"

// Operation is what is declared of one operation: for planning, sending, verifying,
// showing and reporting it. What needs code beyond the model has a table of its
// own, by Op: client.Able, and the planning and sending in client/jobs.
type Operation struct {
	Ends    End
	Proof   Proof
	Names   Naming
	Undo    Undoing
	Carries Direction
	Batched bool // one call takes several entries, if the source does
	InBin   bool // it is on entries of the recycle bin
	Moves   bool // from its folder into the target
	Renames bool // in its folder
	Deletes bool // the entry with what it holds, as its mode says
	Makes   bool // in the service, an entry that was not there before
	Doubles bool // repeated, it makes a second one
	// NoSource: the place of an item is where it will be.
	NoSource bool
	Folder   bool // what it makes is a folder, of which there is no second one of a name
	Titled   bool // the new name is a document's title
	Spaces   bool // a space itself can be its item
	// Calls and Looks are what an item of a transfer costs: mutations, and polls of
	// its task.
	Calls, Looks int
	Words        Words
}

// Words are what is said of an operation.
type Words struct {
	No text.Text // a source does not have it; the scheme
	// Title and Yes ask for it: how many, and the button.
	Title, Yes text.Text
	// Line is a running job: how many, and the target or else the folder that they
	// are in. In the recycle bin there is none.
	Line text.Text
	// One and Many report what was done: the name or how many; then the new name,
	// the target or the permission.
	One, Many text.Text
	// Note is what a person should know before; Converted replaces it where this
	// computer converts.
	Note, Converted text.Text
}

// End is where the entry of an item is when it is done.
type End int

const (
	EndInFolder  End = iota // in the folder that the item names, perhaps under a new name
	EndInTarget             // in the target
	EndUnchanged            // where it was, under its name
	EndGone                 // nowhere, or unknown
)

// Proof is what shows that an operation was done.
type Proof int

const (
	ProofBoth Proof = iota // it is not as it was, and it is as it should be
	ProofMade              // it is where it should be
	ProofGone              // it is not where it was
)

// Naming says whether a request gives new names.
type Naming int

const (
	NamesNone Naming = iota // only a decision does
	NamesMay
	NamesAll
)

// Undoing says whether a done operation can be taken back.
type Undoing int

const (
	UndoAlways Undoing = iota
	UndoByMode         // if the mode leads to a recycle bin
	UndoNever
)

// Direction of a transfer.
type Direction int

const (
	CarriesNothing Direction = iota
	CarriesIn                // from a disk to the service
	CarriesOut               // from the service to a disk
	CarriesAcross            // within a disk, or between services: the job belongs to the taking end
)

// Row is the operation's row; that of an unknown one is empty.
func (o Op) Row() Operation { return operations[o] }

// Transfers reports whether the operation carries bytes and has tasks on the
// service that are polled.
func (o Op) Transfers() bool { return operations[o].Carries != CarriesNothing }

// InBin reports whether the operation is on entries of the recycle bin.
func (o Op) InBin() bool { return operations[o].InBin }

// Leaves: the entry is not in its folder any more.
func (r Operation) Leaves() bool { return r.Moves || r.Deletes }

// Destroys: an entry is not where it was afterwards, or nowhere at all.
func (r Operation) Destroys() bool { return r.Deletes || r.InBin && r.Undo == UndoNever }

// FreesName: the entry's name is free in its folder afterwards.
func (r Operation) FreesName() bool { return r.Leaves() || r.Renames }

// ToTarget: the service itself brings the entry, or a copy of it, into the target.
func (r Operation) ToTarget() bool { return r.Ends == EndInTarget && r.Carries == CarriesNothing }

// Unit counts what the operation is about.
func (r Operation) Unit() text.Text {
	if r.Folder {
		return "%d {folder|folders}"
	}
	return "%d {entry|entries}"
}

// Words of several operations.
const (
	noDelete text.Text = "%s: cannot delete"
	lineTo   text.Text = "%s %d -> %s"
	lineIn   text.Text = "%s %d in %s"
	lineOf   text.Text = "%s %d"
	made     text.Text = "made %s"
)

var operations = map[Op]Operation{
	OpMakeFolder: {
		Proof: ProofMade, Makes: true, NoSource: true, Folder: true,
		Words: Words{
			No:    "%s: cannot make folders",
			Title: "Make %d {folder|folders}", Yes: text.MakeYes,
			Line: lineIn,
			One:  made,
		},
	},
	OpRename: {
		Names: NamesAll, Renames: true,
		Words: Words{
			No:    "%s: cannot rename",
			Title: "Rename %d {entry|entries}", Yes: "rename",
			Line: lineIn,
			One:  "renamed %s to %s", Many: "renamed %d",
		},
	},
	OpMove: {
		Ends: EndInTarget, Batched: true, Moves: true, Names: NamesMay,
		Words: Words{
			No:    text.NoMove,
			Title: "Move %d {entry|entries}", Yes: "move",
			Line: lineTo,
			One:  "moved %s to %s",
		},
	},
	OpDelete: {
		Ends: EndGone, Proof: ProofGone, Undo: UndoByMode, Batched: true, Deletes: true,
		Words: Words{
			No:    noDelete,
			Title: text.DeleteTitle, Yes: text.DeleteYes,
			Line: lineIn,
			One:  "deleted %s",
		},
	},
	OpRecover: {
		Ends: EndGone, Proof: ProofGone, Batched: true, InBin: true,
		Words: Words{No: noDelete, Line: lineOf, Many: "%d {entry is|entries are} recovered"},
	},
	OpPurge: {
		Ends: EndGone, Proof: ProofGone, Undo: UndoNever, Batched: true, InBin: true,
		Words: Words{No: noDelete, Line: lineOf, Many: "deleted %d for good"},
	},
	OpCreate: {
		Proof: ProofMade, Makes: true, Doubles: true, NoSource: true, Titled: true,
		Words: Words{
			No:    "%s: cannot make documents",
			Title: "Make %d {entry|entries}", Yes: text.MakeYes,
			Line: lineIn,
			One:  made,
		},
	},
	OpCopy: {
		Ends: EndInTarget, Proof: ProofMade, Batched: true, Names: NamesMay, Makes: true, Doubles: true, Titled: true,
		Words: Words{
			No:    "%s: cannot copy",
			Title: "Copy %d {entry|entries}", Yes: "copy",
			Line: lineTo,
			One:  "copied %s to %s",
			Note: "Only you can see a copy until its permission is set.",
		},
	},
	OpShare: {
		Ends: EndUnchanged, Spaces: true,
		Words: Words{
			No:    text.NoShare,
			Title: "Set the permission of %d {entry|entries}", Yes: "Set",
			Line: lineIn,
			One:  "%s: %s",
		},
	},
	OpAttributes: {
		Ends: EndUnchanged,
		Words: Words{
			No:    "%s: modes and times cannot be set",
			Title: "Set the mode or time of %d {entry|entries}", Yes: "Set",
			Line: lineIn,
			One:  "%s: %s",
		},
	},
	OpImport: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesIn, Makes: true, Doubles: true,
		Calls: 3, Looks: 1, // announce, start, move to the folder
		Words: Words{
			No:    "%s: accepts no files from a disk",
			Title: "Import %d {file|files}", Yes: "import",
			Line:      lineTo,
			One:       "imported %s to %s",
			Note:      "The service converts the uploaded files. aloft then lists any content that is lost.",
			Converted: "Markdown is converted to docx on this computer first.",
		},
	},
	OpExport: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesOut, Doubles: true, Spaces: true,
		Calls: 1, Looks: 1,
		Words: Words{
			No:    "%s: files cannot be copied to a disk",
			Title: "Export %d {document|documents}", Yes: "export",
			Line:      lineTo,
			One:       "exported %s to %s",
			Converted: "The service exports its own format; this computer converts it. aloft then lists lost content.",
		},
	},
	OpUpload: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesIn, Makes: true, Doubles: true,
		Calls: 5, Looks: 1, // announce, checksum, a signature for each request to the store, finish
		Words: Words{
			No:    "%s: accepts no files from a disk",
			Title: "Upload %d {file|files}", Yes: "upload",
			Line: lineTo,
			One:  "uploaded %s to %s",
		},
	},
	OpDownload: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesOut, Doubles: true,
		Calls: 1, Looks: 1, // the link
		Words: Words{
			No:    "%s: files cannot be copied to a disk",
			Title: "Download %d {file|files}", Yes: "download",
			Line: lineTo,
			One:  "downloaded %s to %s",
		},
	},
	OpTransfer: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesAcross, Makes: true, Doubles: true, Spaces: true,
		Calls: 6, Looks: 1,
		Words: Words{
			No:    "%s: accepts no files",
			Title: "Copy %d {file|files}", Yes: "copy",
			Line:      lineTo,
			One:       "copied %s to %s",
			Converted: "The service exports its own format; this computer converts it. aloft then lists lost content.",
		},
	},
	OpRelocate: {
		Ends: EndInTarget, Names: NamesMay, Carries: CarriesAcross, Makes: true, Doubles: true,
		Calls: 6, Looks: 4,
		Words: Words{
			No:    "%s: accepts no files",
			Title: "Move %d {entry|entries}", Yes: "move",
			Line: lineTo,
			One:  "moved %s to %s",
		},
	},
}
