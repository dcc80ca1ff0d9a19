package browse

import (
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// jsonEntry is an entry in JSON. Unknown parts are absent.
type jsonEntry struct {
	Name     string     `json:"name"`
	Kind     model.Kind `json:"kind"`
	ID       string     `json:"id,omitempty"`
	Size     *int64     `json:"size,omitempty"`
	Modified string     `json:"modified,omitempty"`
	Created  string     `json:"created,omitempty"`
	Original string     `json:"original,omitempty"` // when a file was changed before it was uploaded
	Children *int       `json:"children,omitempty"`
	MIME     string     `json:"mime,omitempty"`
	Link     string     `json:"link,omitempty"`
	Place    string     `json:"place,omitempty"`
	// Only a disk gives these, and the owner.
	Mode   string `json:"mode,omitempty"`  // as ls -l writes it
	Links  int    `json:"links,omitempty"` // how many names it has
	Group  string `json:"group,omitempty"`
	Target string `json:"target,omitempty"` // where a link leads
	// Only a document service gives these.
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
	if !at.Valid() { // left out, rather than one that cannot be read
		at = model.Place{}
	}
	j := jsonEntry{
		Name: e.Name, Kind: e.Kind, ID: e.ID, Modified: console.Stamp(e.Modified), Created: console.Stamp(e.Created), Original: console.Stamp(e.Original),
		MIME: e.MIME, Link: e.Link, Place: at.String(), Mode: f.Mode, Links: f.Links, Group: f.Group, Target: f.Target,
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
