package browse

import (
	"context"

	"aloft/client"
	"aloft/client/explain"
	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// exitDiffers and exitTrouble are the exit codes of diff: 1 says that something differs, so a
// failure without a code of its own is 2, as people know it from diff.
const (
	exitDiffers = 1
	exitTrouble = 2
)

func (cs *Commands) diffCommand() console.Command {
	return console.Command{
		Use: "diff SRC DST", Short: "compare two folders", Long: `Compares two folders and everything below them by name, size and time. Listings
have no checksums, so files of the same size and time count as the same;
--checksum reads the checksums. Times differ if they are more than two seconds
apart. For an uploaded file either its own time or the upload time may match. A
document and the file made from it (or the reverse) differ if the original
changed later. A name that a disk cannot hold is compared as it would be
written there. An entry that only one folder has is one line, even a folder
with content. Exit code 0: no difference, 1: something differs, 2: it could not
be compared.`, JSON: []any{jsonDiff{}}, Lines: true,
		Flags: comparingFlags(), Apart: comparingApart(),
		Run: func(in console.Call) error {
			differ, err := cs.diff(in.Args[0], in.Args[1], in.Format, comparing(in), in.List("exclude"))
			switch {
			case console.ExitCode(err) == console.ExitFailed:
				return console.Exit(exitTrouble, err)
			case err == nil && differ:
				return console.Exit(exitDiffers, nil)
			}
			return err
		},
	}
}

// comparingFlags say by what files are compared, and which are not.
func comparingFlags() []console.Flag {
	return []console.Flag{
		{Name: "size-only", Value: false, Help: "treat files of the same size as the same, whatever their times"},
		{Name: "checksum", Value: false, Help: "compare files of the same size by their MD5"},
		{Name: "exclude", Value: []string(nil), Help: "exclude what matches `GLOB` on both sides, as in rsync: *.tmp, /build/, **/cache; can be repeated"},
	}
}

// comparingApart are those of which one may be given.
func comparingApart() []string { return []string{"size-only", "checksum"} }

// comparing is what they say.
func comparing(in console.Call) model.Comparing {
	switch {
	case in.On("size-only"):
		return model.BySize
	case in.On("checksum"):
		return model.BySum
	}
	return model.ByTime
}

// jsonDifference is one difference in JSON: the entry of a side is absent where it has none.
type jsonDifference struct {
	Name       string     `json:"name"` // below the two folders
	Difference string     `json:"difference"`
	Source     *jsonEntry `json:"source,omitempty"`
	Target     *jsonEntry `json:"target,omitempty"`
}

type jsonDiff struct {
	Source      string           `json:"source"`
	Target      string           `json:"target"`
	By          []string         `json:"by"`
	Differences []jsonDifference `json:"differences"`
}

// Words of a difference beside those of model.Difference.
const (
	onlySource = "only-source"
	onlyTarget = "only-target"
	twice      = "twice" // several entries of one side have the name
)

// side is one of the two folders.
func (cs *Commands) side(arg string) (find.Side, client.Source, error) {
	at, src, err := cs.places.Source(arg)
	folds := func(at model.Place, entries []model.Entry) bool { return client.FoldsCase(src, at, entries) }
	sums := func(ctx context.Context, folder model.Place, files []*model.Entry) ([]string, error) {
		cs.con.Progress("reading %s", model.Clean(folder.String()))
		return client.Sums(ctx, src, folder, files, client.Bulk)
	}
	return find.Side{Root: at, FoldsCase: folds, Sums: sums, Details: client.Details(src, client.Bulk), List: func(ctx context.Context, p model.Place) ([]model.Entry, error) {
		cs.con.Progress("reading %s", model.Clean(p.String()))
		l, err := src.List(ctx, p, client.Options{Class: client.Bulk})
		if err == nil && !l.Complete {
			cs.con.ProgressEnd()
			err = cs.cut(l)
		}
		return l.Entries, err
	}}, src, err
}

func (cs *Commands) diff(from, to string, f console.Format, by model.Comparing, exclude []string) (differ bool, err error) {
	src, a, err := cs.side(from)
	if err != nil {
		return false, err
	}
	dst, b, err := cs.side(to)
	if err != nil {
		return false, err
	}
	src.Name, dst.Name, src.Makes = client.NamesBetween(a, b)
	if src.Excluded, err = client.Excluding(exclude); err != nil {
		return false, err
	}
	all := jsonDiff{Source: src.Root.String(), Target: dst.Root.String(), By: []string{"name", "size"}, Differences: []jsonDifference{}}
	if by != model.BySize {
		all.By = append(all.By, string(by))
	}
	err = find.Compare(cs.session.Context(), src, dst, by, func(p *find.Paired) (bool, error) {
		d := difference(p, src.Root)
		if d.Difference == "" {
			return false, nil
		}
		differ = true
		switch {
		case f.JSONL:
			return false, cs.con.Encode(d)
		case f.JSON:
			all.Differences = append(all.Differences, d)
			return false, nil
		}
		cs.con.ProgressClear()
		if err := cs.con.Line(cs.differenceLine(p, d, src.Root, dst.Root)); err != nil {
			return false, err
		}
		return false, cs.found()
	})
	cs.con.ProgressEnd()
	if err != nil {
		return false, err
	}
	if f.JSON {
		return differ, cs.con.Encode(all)
	}
	if !f.JSONL {
		cs.con.WarnLine(cs.con.Say(explain.Compared(by)))
	}
	return differ, nil
}

// difference is what a pair differs in, with "" for nothing.
func difference(p *find.Paired, root model.Place) jsonDifference {
	d := jsonDifference{Name: p.Name, Difference: string(p.Why)}
	for i := len(p.From.Path) - 1; i >= len(root.Path); i-- {
		d.Name = p.From.Names()[i] + "/" + d.Name
	}
	if p.Src != nil {
		j := toJSON(*p.Src, p.Here())
		d.Source = &j
	}
	if p.Dst != nil {
		j := toJSON(*p.Dst, p.There())
		d.Target = &j
	}
	switch {
	case p.Twins:
		d.Difference = twice
	case p.Dst == nil:
		d.Difference = onlySource
	case p.Src == nil:
		d.Difference = onlyTarget
	}
	return d
}

// differenceLine is a difference for a person.
func (cs *Commands) differenceLine(p *find.Paired, d jsonDifference, src, dst model.Place) string {
	name := cs.con.Name(d.Name)
	switch d.Difference {
	case onlySource:
		return cs.con.Say("only in %s: %s", model.Clean(src.String()), name+console.Slash(*p.Src))
	case onlyTarget:
		return cs.con.Say("only in %s: %s", model.Clean(dst.String()), name+console.Slash(*p.Dst))
	case twice:
		return cs.con.Say("not compared: %s, several entries have this name", name)
	case string(model.DiffKind):
		return cs.con.Say("differs: %s (%s and %s)", name, cs.con.Word(string(p.Src.Kind)), cs.con.Word(string(p.Dst.Kind)))
	case string(model.DiffSize):
		return cs.con.Say("differs: %s (%d and %d {byte|bytes})", name, p.Src.Size, p.Dst.Size)
	case string(model.DiffSum):
		return cs.con.Say("differs: %s (by its checksum)", name)
	}
	const layout = "2006-01-02 15:04:05"
	return cs.con.Say("differs: %s (changed %s and %s)", name, p.Src.Dated().Local().Format(layout), p.Dst.Dated().Local().Format(layout))
}
