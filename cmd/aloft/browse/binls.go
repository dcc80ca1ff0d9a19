package browse

import (
	"cmp"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// jsonDeleted is an entry of the recycle bin in JSON. Unknown parts are absent.
type jsonDeleted struct {
	Name     string     `json:"name"`
	Kind     model.Kind `json:"kind"`
	ID       string     `json:"id,omitempty"`
	Size     *int64     `json:"size,omitempty"`
	Modified string     `json:"modified,omitempty"`
	Place    string     `json:"place,omitempty"` // where it was
	Record   string     `json:"record"`
	Deleted  string     `json:"deleted,omitempty"`
}

func deletedJSON(b *client.BinEntry) jsonDeleted {
	e := &b.Entry
	j := jsonDeleted{
		Name: e.Name, Kind: e.Kind, ID: e.ID, Modified: console.Stamp(e.Modified),
		Place: b.Was().String(), Record: b.Record, Deleted: console.Stamp(b.Deleted),
	}
	if e.Size >= 0 && !e.Kind.Container() {
		j.Size = &e.Size
	}
	return j
}

func (cs bins) lsCommand() console.Command {
	return console.Command{
		Use: "ls [-l] [SOURCE:]", Short: "list the recycle bin", Long: `Lists the recycle bin of the drive. With disk: it lists the desktop's recycle
bin on all file systems of the disk. The latest deletion comes first. Each line
is the place where the entry was, or its name if the place is not known.`, Args: console.WantArgs(0, 1), JSON: []any{jsonDeleted{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "long", Short: "l", Value: false, Help: "also print id, time and size"},
		},
		Run: func(in console.Call) error {
			root, left, err := cs.source(in.Args)
			if err != nil {
				return err
			}
			if len(left) > 0 {
				return in.Usage("%s is not a source such as drive: or disk:", left[0])
			}
			return cs.ls(root, in.Format, in.On("long"))
		},
	}
}

func (cs bins) ls(root model.Place, f console.Format, long bool) error {
	bin, err := cs.entries(cs.session.Context(), root)
	if err != nil {
		return err
	}
	var rows [][]string
	err = console.List(cs.con, f, bin, func(b client.BinEntry) jsonDeleted { return deletedJSON(&b) }, func(b client.BinEntry) error {
		if !long {
			return cs.con.Line(cs.wasAt(b))
		}
		rows = append(rows, []string{model.Clean(b.Record), console.When(b.Deleted), sizeOf(b.Entry), cs.wasAt(b)})
		return nil
	})
	return cmp.Or(err, cs.con.Table(rows, false, false, true))
}

// wasAt is the place of a deleted entry, or its name when that is not known.
func (cs bins) wasAt(b client.BinEntry) string {
	if at := b.Was(); !at.IsZero() {
		return model.Clean(at.String()) + console.Slash(b.Entry)
	}
	return cs.con.Name(b.Entry.Name) + console.Slash(b.Entry)
}
