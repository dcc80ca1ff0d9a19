package model

import (
	"iter"
	"time"

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
	OpShare      Op = "share"  // who may read or write it
	OpImport     Op = "import" // files of a disk become documents
	OpExport     Op = "export" // documents become files of a disk
	OpUpload     Op = "upload" // files of a disk, as they are
	OpDownload   Op = "download"
	OpTransfer   Op = "transfer"    // files within a disk, or from one service or account to another
	OpRelocate   Op = "move-across" // the same, and the originals are deleted once their copies are whole
)

// Policy says who may do what with a document or a space.
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
)

// Conflict rules for names that are taken in the target.
type ConflictRule string

const (
	ConflictAsk    ConflictRule = "ask"
	ConflictSkip   ConflictRule = "skip"
	ConflictNumber ConflictRule = "number"
	ConflictStop   ConflictRule = "stop"
	// ConflictReplace: of transfers only; what has the name is put aside, as client.Sync says.
	ConflictReplace ConflictRule = "replace"
)

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
)

// skipped says in words why an item is left where it is.
var skipped = map[string]text.Text{
	WhyTaken:    "the name is taken at the target",
	WhyThere:    "it already exists",
	WhyInside:   "it goes with its folder",
	WhyExists:   "it exists already",
	WhySameName: "it already has that name",
	WhySame:     "it is already set",
	WhyLink:     "it is a link, which is not followed",
	WhySpecial:  "it is not a file",
	WhyKept:     "it is kept because not all of it was copied",
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
	ID     int         `json:"id"`
	Op     Op          `json:"op"`
	Parent Place       `json:"parent"`
	Name   string      `json:"name"`
	Kind   Kind        `json:"kind,omitempty"`
	Print  Fingerprint `json:"print,omitzero"`
	Target Place       `json:"target,omitzero"` // OpMove, OpCopy and transfers: the folder it goes to
	// Via is where the copy of an OpCopy is made first, zero when it can be made in Target.
	Via     Place  `json:"via,omitzero"`
	NewName string `json:"new_name,omitempty"`
	Mode    string `json:"mode,omitempty"` // OpDelete: the mode; OpMakeFolder: "" or ModeReuse
	// Copied, of an OpDelete: the plan, or the job that it takes back, has another copy of it.
	Copied   Copied   `json:"copied,omitempty"`
	Decision Decision `json:"decision"`
	Why      string   `json:"why,omitempty"`  // a WhySkipped word
	PageHint int      `json:"page,omitempty"` // page it was seen on
	Pos      int      `json:"pos,omitempty"`  // index in its folder's listing
	// Free is a free name with a number, when the name is taken: DecideNumber makes
	// it the NewName.
	Free string `json:"free,omitempty"`
	// Record is the entry's id in the recycle bin (OpRecover, OpPurge); Parent is
	// the source's root then, since nothing is done at its former place. Former is the
	// folder that it was in, zero when the service does not say.
	Record string `json:"record,omitempty"`
	Former Place  `json:"former,omitzero"`
	// Pin is the entry's id where ids never change: the entry is found by it, and
	// names may be shared. Loose: Parent is only the source's root, since it is not
	// known where the entry is; it is found by its id alone.
	Pin    string `json:"pin,omitempty"`
	Loose  bool   `json:"loose,omitempty"`
	New    *New   `json:"new,omitempty"`    // OpCreate
	Policy Policy `json:"policy,omitempty"` // OpShare
	// Original is the time that the copy of an OpDownload gets, in Unix milliseconds; 0 =
	// Print.Modified.
	Original int64 `json:"original,omitempty"`
	// Inode is the ID of a Linked file: its first item that goes brings the bytes, the others become names of that copy.
	Inode string `json:"inode,omitempty"`
	// Format in which a document is given.
	Format string `json:"format,omitempty"`
	// Served: the service itself makes the Format.
	Served bool `json:"served,omitempty"`
	// Like is the folder that an OpMakeFolder makes a copy of, zero when it is none. Of an
	// OpDelete it is the original that must be back before its copy goes. Of a file with an Inode it
	// is a name that its copy has in the target already.
	Like Place `json:"like,omitzero"`
	// Holds is a digest of what an OpDelete that takes something back may take with it, "" = nothing.
	Holds string `json:"holds,omitempty"`
	// OldPolicy is who could read or write it when the plan was made (OpShare).
	OldPolicy Policy `json:"old_policy,omitempty"`
	// Late: the new name is given in the target, since it cannot be given before.
	Late bool `json:"late,omitempty"`
	// Calls are the requests that carry it, beside lookups; 0 = as its operation says.
	Calls int `json:"calls,omitempty"`
	// Reason is the sentence on why it is skipped, where Why is not enough.
	Reason Sentence `json:"reason,omitzero"`
	// Was is the name that the disk does not get, since not every system takes it.
	Was string `json:"was,omitempty"`
	// Taken is the entry that holds the name in the target.
	Taken *Entry `json:"taken,omitempty"`
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

// Plan is what will be done, made by listing only and executed unchanged.
type Plan struct {
	ID       string    `json:"id"`
	Account  string    `json:"account"`
	Scheme   Scheme    `json:"scheme"`
	Op       Op        `json:"op"`
	MadeAt   time.Time `json:"made_at"`
	Items    []Item    `json:"items"`
	Estimate Estimate  `json:"estimate"`
	// Bulk work waits for interactive requests.
	Bulk bool `json:"bulk,omitempty"`
	// PageSize is how many entries a page of the source's listings has; 0 = all.
	PageSize int `json:"page_size,omitempty"`
	// Later is the page of its parent's listing that each folder is on which is not on the
	// first one, by its place without the account: that page is listed on the way to it.
	Later map[string]int `json:"later,omitempty"`
	// Batch is the largest number of items for one call.
	Batch int `json:"batch,omitempty"`
	// Gap is the time of a request that the estimate is made with.
	Gap time.Duration `json:"-"`
	// Listing is the time of a request while the plan was made, 0 = not measured.
	Listing time.Duration `json:"-"`
	// Steady: the ids of the source never change.
	Steady bool `json:"steady,omitempty"`
	// Poll is the time between two polls of a transfer's task.
	Poll time.Duration `json:"-"`
	// Empty is the source of a sync if it holds nothing, as a place does where nothing is mounted.
	Empty Place `json:"empty,omitzero"`
	// Apart are the further names of files that become files of their own, as the target has no hard links.
	Apart int `json:"apart,omitempty"`
	// Refused are the items that were asked for and cannot be done; the others
	// do not wait for them (only when the request was Partial).
	Refused []Refusal `json:"-"`
	// Unlisted are folders too large to be listed for this plan: only the service
	// knows whether the new names are free there, and refuses those that are not.
	Unlisted []Place `json:"unlisted,omitempty"`
	// Sizes are those of the folders that items come from or go to, as far as they were
	// listed for the plan; of the recycle bin it is the root's.
	Sizes []FolderSize `json:"-"`
	// Paused: its job waits until somebody resumes it.
	Paused bool `json:"paused,omitempty"`
	// Retries is the job whose failures it does again, "" = none.
	Retries string `json:"retries,omitempty"`
	// Free is how many bytes the target had free when the plan was made, 0 = not known.
	Free int64 `json:"-"`
	// Undo says whether the whole can be taken back: "yes", "bin" (from the recycle
	// bin), or "no".
	Undo string `json:"undo"`
	// Undoes is the job that it takes back, "" = none. Again: that one took another back,
	// so what that other one did is done again.
	Undoes string `json:"undoes,omitempty"`
	Again  bool   `json:"again,omitempty"`
	// NoAudit: the person does not want the audit at the end, see Audited.
	NoAudit bool    `json:"no_audit,omitempty"`
	Roots   []Place `json:"roots,omitempty"` // places of the disk that no link leads out of where files are read; none: links are followed
	Tops    []Place `json:"tops,omitempty"`  // places of the disk that the job writes beneath, and no link leads out of
}

// Needs is how many bytes the plan writes where it goes, as far as their sizes are known.
func (p *Plan) Needs() (n int64) {
	brought := map[string]bool{}
	for i := range p.Items {
		switch it := &p.Items[i]; {
		case !it.Op.Transfers() || it.Decision == DecideSkip || it.Inode != "" && (brought[it.Inode] || !it.Like.IsZero()):
		default:
			brought[it.Inode] = true
			n += max(it.Print.Size, 0)
		}
	}
	return n
}

// Changes are the places that the plan changes: where entries are made, changed or
// removed. An entry whose folder is not known counts as its source's root.
func (p *Plan) Changes() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for i := range p.Items {
			it := &p.Items[i]
			row := it.Op.Row()
			if it.Decision == DecideSkip {
				continue
			}
			at := it.Named()
			if it.Loose || at.IsZero() {
				at = it.Parent.Root()
			}
			// The original of a copy stays as it is.
			if copied := row.Ends == EndInTarget && !row.Moves; !copied && !yield(at) {
				return
			}
			if to, ok := it.After(); ok && !yield(to) {
				return
			}
		}
	}
}

// Deletes reports whether item i destroys an entry. One that goes to a recycle bin while
// there is a whole copy of it is not destroyed.
func (p *Plan) Deletes(i int) bool {
	it := &p.Items[i]
	return it.Goes() && it.Op.Row().Destroys() && (it.Copied != CopiedWhole || it.Mode != ModeBin)
}

// Refusal is why an item is not part of the plan that it was asked for.
type Refusal struct {
	Place Place
	To    Place // where it should have gone, where each has a place of its own
	Items int   // it is about so many items, 0 = one
	Err   error
}

// RefusedItems counts the items that are not part of the plan.
func (p *Plan) RefusedItems() (n int) {
	for i := range p.Refused {
		n += max(1, p.Refused[i].Items)
	}
	return n
}

// Estimate of a plan's cost.
type Estimate struct {
	Calls    int           `json:"calls"`           // mutations
	Lookups  int           `json:"lookups"`         // listings before them
	Audit    int           `json:"audit,omitempty"` // listings at the end, see Plan.Audited
	Requests int           `json:"requests"`        // all together
	Time     time.Duration `json:"time"`            // at the present gap
	// Bytes that a transfer carries, as far as known, or 0.
	Bytes int64 `json:"bytes,omitempty"`
}

// Decide settles an item that is in conflict: ConflictSkip leaves it where it
// is, ConflictNumber takes its free name, ConflictAsk opens the question again,
// and ConflictStop skips it and every item after it that is not settled. The
// estimate becomes right again with Reprice, or when the plan is started.
func (p *Plan) Decide(i int, r ConflictRule) {
	switch it := &p.Items[i]; r {
	case ConflictSkip:
		it.leave(DecideSkip)
	case ConflictNumber:
		it.Decision, it.Why, it.NewName = DecideNumber, "", it.Free
	case ConflictAsk:
		it.leave(DecideAsk)
	case ConflictStop:
		it.leave(DecideSkip)
		for k := i + 1; k < len(p.Items); k++ {
			if p.Items[k].Decision == DecideAsk {
				p.Items[k].leave(DecideSkip)
			}
		}
	}
}

// NotePages fills in Later; page is where a folder was listed last, from 1, 0 = unknown.
func (p *Plan) NotePages(page func(Place) int) {
	p.Later = nil
	seen := map[string]bool{}
	note := func(at Place, names *placeNames) {
		for k := names.of(at); !at.IsRoot() && !seen[k]; k = at.String() {
			seen[k] = true
			if n := page(at); n > 1 {
				if p.Later == nil {
					p.Later = map[string]int{}
				}
				p.Later[Place{Scheme: at.Scheme, Path: at.Path}.String()] = n
			}
			at = at.Parent()
		}
	}
	var from, to placeNames
	for i := range p.Items {
		note(p.Items[i].Parent, &from)
		if p.Items[i].Op.Row().ToTarget() {
			note(p.Items[i].Target, &to)
		}
	}
}

// Reprice makes the estimate anew from what is decided now. What nobody has
// decided is not sent and costs nothing.
func (p *Plan) Reprice() {
	p.keepOriginals()
	p.Estimate = EstimateItems(p.Items, Pricing{Batch: p.Batch, PageSize: p.PageSize, Gap: p.Gap, Steady: p.Steady, Poll: p.Poll, Later: p.Later, Audit: p.auditListings()})
}

func (i *Item) leave(d Decision) {
	numbered := i.Decision == DecideNumber
	i.Decision, i.Why = d, WhyTaken
	if op := i.Op.Row(); op.Names == NamesNone || op.Moves && numbered {
		i.NewName = ""
	}
}

// Undecided are the items that wait for a decision.
func (p *Plan) Undecided() []int {
	var out []int
	for i := range p.Items {
		if p.Items[i].Decision == DecideAsk {
			out = append(out, i)
		}
	}
	return out
}

// keepOriginals leaves out the deletion of each original of an OpRelocate that is not copied
// as a whole, as the decisions are now.
func (p *Plan) keepOriginals() {
	if p.Op != OpRelocate {
		return
	}
	kept := map[string]bool{} // what is not copied, and the folders that it is in
	for i := range p.Items {
		it := &p.Items[i]
		at := it.Place()
		switch {
		case it.Goes() || it.Why == WhyExists || it.Copied != "":
			continue
		case it.Op.Row().Folder:
			at = it.Like
		}
		for at = at.Unpinned(); !at.IsRoot() && !kept[at.String()]; at = at.Parent() {
			kept[at.String()] = true
		}
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Copied == "" || it.Decision == DecideSkip && it.Why != WhyKept { // or its bin does not take it
			continue
		}
		it.Decision, it.Why = DecideGo, ""
		if kept[it.Place().Unpinned().String()] {
			it.Decision, it.Why = DecideSkip, WhyKept
		}
	}
}
