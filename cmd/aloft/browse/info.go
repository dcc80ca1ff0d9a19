package browse

import (
	"cmp"
	"strconv"

	"aloft/client"
	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonInfo struct {
	jsonEntry
	Used  *int64 `json:"used,omitempty"`
	Total *int64 `json:"total,omitempty"`
	*jsonSum
}

// jsonSum is what is below a folder.
type jsonSum struct {
	Files   int64 `json:"files"`
	Folders int64 `json:"folders"`
	Least   bool  `json:"least"` // there is more, or may be
}

func (cs *Commands) info(in console.Call) (err error) {
	p, src, err := cs.places.Source(in.Args[0])
	if err != nil {
		return err
	}
	e, err := src.Stat(cs.session.Context(), p, client.Options{})
	if err != nil {
		return err
	}
	if d, ok := src.(client.Detailer); ok && !p.IsRoot() {
		if e, err = d.Details(cs.session.Context(), e, client.Options{}); err != nil {
			return err
		}
	}
	j := jsonInfo{jsonEntry: toJSON(e, p)}
	if in.On("sum") && e.Kind.Container() && !p.Scheme.Documents() {
		var all find.Sum
		v := &visit{cs: cs, entry: func(_ *find.In, e *model.Entry, _ model.Place) (bool, error) { all.Add(e); return true, nil }}
		if err := v.below(p); err != nil {
			return err
		}
		left := v.done()
		defer func() { err = cmp.Or(err, left) }()
		e.Size = all.Size.Load()
		j.Size, j.jsonSum = &e.Size, &jsonSum{all.Files.Load(), all.Folders.Load(), left != nil || all.Lacks.Load() > 0}
	}
	if prober, ok := src.(client.Prober); ok && p.IsRoot() {
		if used, total, err := prober.Capacity(cs.session.Context(), client.Options{}); err == nil {
			j.Used, j.Total = &used, &total
		}
	}
	if in.JSON {
		return cs.con.Encode(j)
	}
	row := func(t text.Text, v string) {
		if v != "" && err == nil {
			err = cs.con.Line(model.Pad(cs.con.Say(t), 11), v)
		}
	}
	row("place", model.Clean(p.String()))
	row("name", cs.con.Name(e.Name))
	row("kind", cs.con.Word(string(e.Kind)))
	if s := j.jsonSum; s != nil {
		size := console.Size(e.Size)
		if s.Least {
			size = cs.con.Say("at least %s", size)
		}
		row("size", cs.con.Say("%s in %d {file|files} and %d {folder|folders}", size, int(s.Files), int(s.Folders)))
	} else if j.Size != nil {
		row("size", cs.con.Say("%[2]s (%[1]d {byte|bytes})", int(e.Size), console.Size(e.Size)))
	}
	if j.Children != nil {
		row("entries", strconv.Itoa(e.Children))
	}
	if !e.Modified.IsZero() {
		row("modified", e.Modified.Local().Format("2006-01-02 15:04:05"))
	}
	if !e.Created.IsZero() {
		row("created", e.Created.Local().Format("2006-01-02 15:04:05"))
	}
	row("type", model.Clean(e.MIME))
	row(text.InfoTarget, cs.con.Text(e.Facts().Target))
	row(text.InfoMode, e.Facts().Mode)
	if e.Facts().Links > 0 {
		row(text.InfoNames, strconv.Itoa(e.Facts().Links))
	}
	row("owner", model.Clean(e.Facts().Owner))
	row(text.InfoGroup, model.Clean(e.Facts().Group))
	row("created by", model.Clean(e.Facts().Creator))
	row("changed by", model.Clean(e.Facts().Editor))
	row("status", model.Clean(e.Facts().Status))
	row(text.CliRowNote, model.Clean(e.Facts().Note))
	row("space", model.Clean(e.Facts().Space))
	row("id", model.Clean(e.ID))
	row("link", model.Clean(e.Link))
	if j.Used != nil {
		row("used", cs.con.Say(text.CliUsedOf, console.Size(*j.Used), console.Size(*j.Total)))
	}
	return err
}
