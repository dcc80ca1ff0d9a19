package doc

import (
	"strings"

	"errors"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// readNow: a person waits for what is read.
var readNow = client.Options{Class: client.Interactive}

// document is a document as a command reads it.
type document struct {
	place  model.Place
	ref    model.Ref
	editor client.Editor
}

// document finds a document and its editor. A kind without any text or outline is
// refused before any request.
func (cs *Commands) document(arg string) (document, error) {
	p, src, err := cs.places.Source(arg)
	if err != nil {
		return document{}, err
	}
	ed, ok := src.(client.Editor)
	if !ok {
		return document{}, client.Errorf(client.KindUnsupported, "read", p, text.CliNoDocument, string(p.Scheme))
	}
	e, err := src.Stat(cs.session.Context(), p, client.Options{})
	if err != nil {
		return document{}, err
	}
	if err := ed.Readable(e.Kind); err != nil {
		return document{}, err
	}
	return document{place: p, editor: ed, ref: model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}}, nil
}

// head holds the keys that all JSON of one document begins with.
type head struct {
	Place   string `json:"place"`
	ID      string `json:"id,omitempty"`
	Version int64  `json:"version,omitempty"`
}

func (d document) head(version int64) head { return head{d.place.String(), d.ref.ID, version} }

// versionFlag lets an older version be read.
func (cs *Commands) versionFlag(c *cobra.Command, v *int64) {
	c.Flags().Int64Var(v, "version", 0, cs.con.Say("read this version, not the newest"))
}

// checkVersion refuses an invalid version number.
func checkVersion(c *cobra.Command, flag string, v int64) error {
	if v < 1 && c.Flags().Changed(flag) {
		return console.UsageErrorFor(c, "versions count from 1, not from %d", v)
	}
	return nil
}

// reading is a command that reads one document and prints it.
func (cs *Commands) reading(shape any, use string, short, long text.Text, read func(c *cobra.Command, d document, f console.Format, version int64) error) *cobra.Command {
	var f console.Format
	var version int64
	c := &cobra.Command{
		Use: use, Short: cs.con.Say(short), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if err := checkVersion(c, "version", version); err != nil {
				return err
			}
			d, err := cs.document(args[0])
			if err != nil {
				return err
			}
			return oldVersion(version, read(c, d, f, version))
		}),
	}
	if long != "" {
		c.Long = cs.con.Say(long)
	}
	cs.versionFlag(c, &version)
	cs.con.FormatFlags(c, &f, false, shape)
	return c
}

// shown checks that the version that was asked for is the one that came, since some
// services return the newest one whatever is asked for.
func (d document) shown(asked, came int64, err error) error {
	if err != nil || asked == 0 || asked == came {
		return err
	}
	e := client.Errorf(client.KindUnsupported, "read", d.place, text.DocsVersionGone, asked)
	e.Hint = text.DocsVersionGoneHint
	return e
}

// oldVersion: to a reader a version that cannot be read does not exist; to a writer
// it is a conflict.
func oldVersion(version int64, err error) error {
	var w *model.WhereError
	if version != 0 && client.Is(err, client.KindConflict) && !errors.As(err, &w) {
		return console.Exit(console.ExitNotFound, err)
	}
	return err
}

// markdown prints the text of a document. A pipe gets it as it is; a terminal
// without what would act on it.
func (cs *Commands) markdown(s string) error {
	s = strings.TrimRight(s, "\n")
	if s == "" {
		return nil
	}
	if !cs.con.OutIsTerminal() {
		return cs.con.Line(s)
	}
	for line := range strings.SplitSeq(s, "\n") {
		var cells []string
		for part := range strings.SplitSeq(line, "\t") {
			cells = append(cells, model.Clean(part))
		}
		if err := cs.con.Line(strings.Join(cells, "\t")); err != nil {
			return err
		}
	}
	return nil
}
