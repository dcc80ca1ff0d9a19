package uitest

import (
	"context"
	"errors"
	"strconv"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// Write gives a document its text in Markdown, under its title, as version 1.
func (d *Docs) Write(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, _, err := word.FromMarkdown([]byte(markdown), word.MarkdownOptions{Title: d.nodes[id].entry.Name})
	if err != nil {
		panic(err)
	}
	d.edits()[id] = memdoc.New(word.NewDocument(1, doc.Blocks(), doc.Comments()))
}

// Blocks gives a document blocks that Markdown does not have.
func (d *Docs) Blocks(id string, blocks ...word.Block) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.edits()[id] = memdoc.New(word.NewDocument(1, blocks, nil))
}

// Text of the newest version, in Markdown.
func (d *Docs) Text(id string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.doc(id).Markdown()
}

// Word is the newest version.
func (d *Docs) Word(id string) *word.Document {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.doc(id).Now()
}

// Other lets somebody else append Markdown to a document.
func (d *Docs) Other(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.other(id, markdown)
}

func (d *Docs) other(id, markdown string) {
	doc := d.doc(id)
	next, err := engine.InsertMarkdown(doc.Now(), engine.LastPosition(doc.Now()).Position, []byte(markdown), nil)
	if err != nil {
		panic(err)
	}
	doc.Add(next, "")
}

func (d *Docs) edits() map[string]*memdoc.Doc {
	if d.words == nil {
		d.words = map[string]*memdoc.Doc{}
	}
	return d.words
}

// doc returns the document of an id, or a new one. The lock is held.
func (d *Docs) doc(id string) *memdoc.Doc {
	if d.edits()[id] == nil {
		title := ""
		if n := d.nodes[id]; n != nil {
			title = n.entry.Name
		}
		w := word.New(title)
		d.edits()[id] = memdoc.New(word.NewDocument(1, w.Blocks(), w.Comments()))
	}
	return d.edits()[id]
}

// read gives a version of a document to a query.
func (v *DocsView) read(ctx context.Context, item model.Ref, version int64) (*word.Document, error) {
	if err := v.d.wait(ctx); err != nil {
		return nil, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	v.d.Reads++
	if v.d.FailReads != nil {
		return nil, v.d.FailReads
	}
	if d := v.d.doc(item.ID).At(version); d != nil {
		return d, nil
	}
	return nil, client.Errorf(client.KindNotFound, "read", item.Place, "there is no version %d", version)
}

// Readable implements client.Editor.
func (v *DocsView) Readable(k model.Kind) error {
	if k != model.KindDoc && k != model.KindSmartCanvas {
		return client.Errorf(client.KindUnsupported, "read", v.Root(), "only Word documents can be read here, and this is a %s", string(k))
	}
	return nil
}

// CanEdit implements client.Editor.
func (v *DocsView) CanEdit(k model.Kind, e model.EditKind) error {
	if k != model.KindDoc {
		return client.Errorf(client.KindUnsupported, "edit", v.Root(), "only Word documents can be edited, and this is a %s", string(k))
	}
	if v.d.NoTool[e] {
		return client.Errorf(client.KindUnsupported, "edit", v.Root(), "the service has no tool for %s", string(e))
	}
	return nil
}

func (v *DocsView) TextParagraphs() bool { return true }
func (v *DocsView) ImageInline() int64   { return 1 << 20 }
func (v *DocsView) UploadImage(context.Context, string, client.Body, int64, client.Class) (string, error) {
	return "", errNotHere
}

// locate identifies pictures as the service does: by address, or by attachment if they are part of the document.
func locate(p *word.Picture) model.DocImage {
	if p.URL != "" {
		return model.DocImage{Source: model.ImageByURL, URL: p.URL}
	}
	return model.DocImage{Source: model.ImageByAttachment, Attachment: "att-" + p.Name}
}

// Edit implements client.Editor, on the newest version only.
func (v *DocsView) Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, _ client.Class) (model.Edited, error) {
	if err := v.d.wait(ctx); err != nil {
		return model.Edited{}, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	d := v.d.doc(item.ID)
	if v.d.Meanwhile != "" {
		md := v.d.Meanwhile
		v.d.Meanwhile = ""
		v.d.other(item.ID, md)
	}
	if v.d.FailEdit != nil {
		return model.Edited{}, v.d.FailEdit
	}
	now := d.Now()
	if base != now.Version {
		return model.Edited{}, client.Errorf(client.KindConflict, "edit", item.Place, "the document is version %d and not %d", now.Version, base)
	}
	var next *word.Document
	var err error
	if e.Kind == model.EditRevert {
		next, err = revert(d, e.Version)
	} else {
		next, err = engine.Do(now, e, v.extra(e))
	}
	if err = memdoc.Refused(item, err); err != nil {
		return model.Edited{}, err
	}
	d.Add(next, string(e.Kind))
	v.d.Edited++
	return model.Edited{Base: base, New: next.Version}, nil
}

// revert undoes the newest edit if nobody has written since.
func revert(d *memdoc.Doc, version int64) (*word.Document, error) {
	last := d.Recent()
	if len(last) == 0 || last[0].Version != version || d.Now().Version != version {
		return nil, errors.New("only the newest edit can be taken back")
	}
	return d.Before(version), nil
}

// extra is what the service adds to an edit: names, times and pictures.
func (v *DocsView) extra(e model.Edit) engine.Extra {
	v.d.next++
	x := engine.Extra{Locate: locate, Remark: engine.Remark{
		ID: "c" + strconv.Itoa(v.d.next), Author: "Li Na", Initials: "LN", When: time.Now(),
	}}
	if e.Kind == model.EditImage || e.Kind == model.EditReplaceImage {
		x.Picture = &word.Picture{Data: word.Held(e.Image.Data), Name: "image.png", Width: e.Image.Width, Height: e.Image.Height}
	}
	return x
}

func (v *DocsView) RecentEdits(ctx context.Context, item model.Ref, _ client.Options) ([]model.EditRecord, error) {
	if err := v.d.wait(ctx); err != nil {
		return nil, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	return v.d.doc(item.ID).Recent(), nil
}

var _ client.Editor = (*DocsView)(nil)

// Rewrite lets somebody else rewrite a document: its next version has this text.
func (d *Docs) Rewrite(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	made, _, err := word.FromMarkdown([]byte(markdown), word.MarkdownOptions{Title: d.nodes[id].entry.Name})
	if err != nil {
		panic(err)
	}
	doc := d.doc(id)
	next := word.NewDocument(doc.Now().Version+1, made.Blocks(), nil)
	doc.Add(next, "")
}
