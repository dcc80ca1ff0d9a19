package jobs

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) report(in console.Call) error {
	file := in.Text("output")
	s, err := cs.job(in.Args[0])
	if err != nil {
		return err
	}
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	said := strings.Join(s.Report(cs.con.Catalogue, items), "\n")
	switch {
	case file != "-":
	case in.JSON:
		return cs.con.Encode(cs.toDetails(s, items))
	default:
		return cs.con.Line(said)
	}
	b := []byte(said + "\n")
	if in.JSON {
		b, err = console.Document(cs.toDetails(s, items), false)
	}
	if err == nil {
		err = console.WriteNew(file, bytes.NewReader(b))
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return client.Errorf(client.KindConflict, "jobs", model.Place{}, "%s exists already", file).Hinted("give another name")
	}
	return client.Errorf(client.KindLocal, "jobs", model.Place{}, "%s cannot be written: %s", file, err.Error())
}
