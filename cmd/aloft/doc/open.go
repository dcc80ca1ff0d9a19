package doc

import (
	"strings"

	"errors"

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
var versionFlag = console.Flag{Name: "version", Value: int64(0), Help: "read this version, not the newest"}

// version is that of a flag. An invalid one is refused.
func version(in console.Call, flag string) (int64, error) {
	v := in.Long(flag)
	if v < 1 && in.Given(flag) {
		return v, in.Usage(text.CliFrom1, "--version", v)
	}
	return v, nil
}

// reading is a command that reads one document and prints it.
func (cs *Commands) reading(r console.Command, read func(in console.Call, d document, version int64) error) console.Command {
	r.Flags = append(r.Flags, versionFlag)
	r.Run = func(in console.Call) error {
		v, err := version(in, "version")
		if err != nil {
			return err
		}
		d, err := cs.document(in.Args[0])
		if err != nil {
			return err
		}
		return oldVersion(v, read(in, d, v))
	}
	return r
}

// shown checks that the version that was asked for is the one that came, since some
// services return the newest one whatever is asked for.
func (d document) shown(asked, came int64, err error) error {
	if err != nil || asked == 0 || asked == came {
		return err
	}
	return client.Errorf(client.KindUnsupported, "read", d.place, text.DocsVersionGone, asked).Hinted(text.DocsVersionGoneHint)
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
