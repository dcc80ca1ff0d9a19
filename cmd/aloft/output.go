package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/model"
)

// format is how a command prints.
type format struct {
	json, jsonl bool
}

func (a *app) formatFlags(c *cobra.Command, f *format, lines bool) {
	c.Flags().BoolVar(&f.json, "json", false, a.cat.Say("print JSON"))
	if lines {
		c.Flags().BoolVar(&f.jsonl, "jsonl", false, a.cat.Say("print one JSON object a line, as they come"))
	}
}

// encode prints one JSON document on a line of its own. Names are data, so
// nothing in them is cleaned or made safe for HTML; for a terminal what would act
// on it is escaped, which means the same.
func (a *app) encode(v any) error {
	b, err := jsonDocument(v, a.outIsTerminal())
	if err == nil {
		_, err = a.out.Write(b)
	}
	if err != nil {
		return a.outputFailed(err)
	}
	return nil
}

func jsonDocument(v any, shown bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	if err == nil && shown {
		return model.EscapeJSON(b.Bytes()), nil
	}
	return b.Bytes(), err
}

// jsonEntry is an entry in JSON. Unknown parts are absent.
type jsonEntry struct {
	Name     string     `json:"name"`
	Kind     model.Kind `json:"kind"`
	ID       string     `json:"id,omitempty"`
	Size     *int64     `json:"size,omitempty"`
	Modified string     `json:"modified,omitempty"`
	Created  string     `json:"created,omitempty"`
	Children *int       `json:"children,omitempty"`
	MIME     string     `json:"mime,omitempty"`
	Link     string     `json:"link,omitempty"`
	Place    string     `json:"place,omitempty"`
	// What only a document service tells.
	Owner   string `json:"owner,omitempty"`
	Creator string `json:"creator,omitempty"`
	Editor  string `json:"editor,omitempty"`
	Status  string `json:"status,omitempty"`
	Space   string `json:"space,omitempty"` // id of the space it is in
	Note    string `json:"note,omitempty"`
	Pages   bool   `json:"pages,omitempty"` // it has pages under it
}

func toJSON(e model.Entry, at model.Place) jsonEntry {
	f := e.Facts()
	if !at.Valid() { // not told rather than one that cannot be read
		at = model.Place{}
	}
	j := jsonEntry{
		Name: e.Name, Kind: e.Kind, ID: e.ID, Modified: stamp(e.Modified), Created: stamp(e.Created),
		MIME: e.MIME, Link: e.Link, Place: at.String(),
		Owner: f.Owner, Creator: f.Creator, Editor: f.Editor, Status: f.Status, Space: f.Space, Note: f.Note, Pages: e.HasPages,
	}
	if e.Size >= 0 && e.Kind != model.KindFolder {
		j.Size = &e.Size
	}
	if e.Children >= 0 && e.Kind.Container() {
		j.Children = &e.Children
	}
	return j
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// name is a raw name as a line of plain output may hold it. A terminal gets it
// cleaned. A pipe gets the very bytes, unless they would break the line or act
// on a terminal further down; such names are for --json and --print0.
func (a *app) name(s string) string {
	if a.outIsTerminal() || s == "" || strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
		return model.CleanName(s)
	}
	return s
}

// text is name for what may well be empty.
func (a *app) text(s string) string {
	if s == "" {
		return ""
	}
	return a.name(s)
}

// whole prints what a reader must never get a part of: who is killed between two
// blocks has not cut it in two.
func (a *app) whole(s string) error {
	if a.out.Available() < len(s) {
		if err := a.out.Flush(); err != nil {
			return a.outputFailed(err)
		}
	}
	if _, err := a.out.WriteString(s); err != nil {
		return a.outputFailed(err)
	}
	return nil
}

// line prints a line of plain output.
func (a *app) line(parts ...string) error {
	for _, p := range parts {
		if _, err := a.out.WriteString(p); err != nil {
			return a.outputFailed(err)
		}
	}
	if err := a.out.WriteByte('\n'); err != nil {
		return a.outputFailed(err)
	}
	return nil
}

// size prints a number of bytes in five columns.
func size(n int64) string {
	if n < 0 {
		return "-"
	}
	if n < 1000 {
		return itoa(n) + "B"
	}
	f, unit := float64(n), ""
	for _, u := range []string{"K", "M", "G", "T", "P", "E"} {
		f /= 1024
		unit = u
		if f < 999.5 {
			break
		}
	}
	if f < 9.95 {
		return fixed(f, 1) + unit
	}
	return fixed(f, 0) + unit
}
