package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// reportCommand is report ID.
func (cs *Commands) reportCommand() *cobra.Command {
	say := cs.con.Say
	var f console.Format
	file := ""
	c := &cobra.Command{
		Use: "report ID", Short: say("save the report of the job"), Args: console.WantArgs(1, 1),
		ValidArgsFunction: cs.completeJobs(func(model.JobSnapshot) bool { return true }),
		RunE:              cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.report(args[0], file, f) }),
	}
	cs.con.FormatFlags(c, &f, false, jsonDetails{})
	console.PathFlag(c.Flags(), &file, "output", "o", "-", say("the file to write, which must not exist; - is standard output"))
	return c
}

func (cs *Commands) report(id, file string, f console.Format) error {
	s, err := cs.job(id)
	if err != nil {
		return err
	}
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	switch {
	case file != "-":
	case f.JSON:
		return cs.con.Encode(cs.toDetails(s, items))
	default:
		return cs.con.Line(strings.Join(s.Report(cs.con.Catalogue, items), "\n"))
	}
	var b bytes.Buffer
	if f.JSON {
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
		e := client.Errorf(client.KindConflict, "jobs", model.Place{}, "the file %s exists; nothing was written", file)
		e.Hint = "give another name"
		return e
	}
	return client.Errorf(client.KindLocal, "jobs", model.Place{}, "the file %s cannot be written: %s", file, err.Error())
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
