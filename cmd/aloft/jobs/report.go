package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
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
	switch {
	case file != "-":
	case in.JSON:
		return cs.con.Encode(cs.toDetails(s, items))
	default:
		return cs.con.Line(strings.Join(s.Report(cs.con.Catalogue, items), "\n"))
	}
	var b bytes.Buffer
	if in.JSON {
		out := json.NewEncoder(&b)
		out.SetEscapeHTML(false)
		err = out.Encode(cs.toDetails(s, items))
	} else {
		_, err = b.WriteString(strings.Join(s.Report(cs.con.Catalogue, items), "\n") + "\n")
	}
	if err == nil {
		err = writeNew(file, b.Bytes())
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return client.Errorf(client.KindConflict, "jobs", model.Place{}, "%s exists already", file).Hinted("give another name")
	}
	return client.Errorf(client.KindLocal, "jobs", model.Place{}, "%s cannot be written: %s", file, err.Error())
}

// writeNew writes a file that does not exist; a failed one is removed.
func writeNew(file string, b []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file)
	}
	return err
}
