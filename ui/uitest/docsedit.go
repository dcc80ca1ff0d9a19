package uitest

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// edited is a Word document of the service: all its versions, the oldest first.
type edited struct {
	versions []*word.Document
	tools    []model.EditKind // that made each version but the first
}

func (d *edited) now() *word.Document { return d.versions[len(d.versions)-1] }

// Write gives a document its text in Markdown, under its title, as version 1.
func (d *Docs) Write(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, _, err := word.FromMarkdown([]byte(markdown), word.MarkdownOptions{Title: d.nodes[id].entry.Name})
	if err != nil {
		panic(err)
	}
	d.edits()[id] = &edited{versions: []*word.Document{word.NewDocument(1, doc.Blocks(), doc.Comments())}}
}

// Blocks gives a document blocks that Markdown does not have.
func (d *Docs) Blocks(id string, blocks ...word.Block) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.edits()[id] = &edited{versions: []*word.Document{word.NewDocument(1, blocks, nil)}}
}

// Text of the newest version, in Markdown.
func (d *Docs) Text(id string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var b strings.Builder
	if err := d.doc(id).now().Markdown(&b, nil); err != nil {
		panic(err)
	}
	return b.String()
}

// Word is the newest version.
func (d *Docs) Word(id string) *word.Document {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.doc(id).now()
}

// Other lets somebody else append Markdown to a document.
func (d *Docs) Other(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.other(id, markdown)
}

func (d *Docs) other(id, markdown string) {
	doc := d.doc(id)
	next, err := engine.InsertMarkdown(doc.now(), engine.LastPosition(doc.now()).Position, []byte(markdown), nil)
	if err != nil {
		panic(err)
	}
	doc.versions, doc.tools = append(doc.versions, next), append(doc.tools, "")
}

func (d *Docs) edits() map[string]*edited {
	if d.words == nil {
		d.words = map[string]*edited{}
	}
	return d.words
}

// doc of an id; a new one where nobody has written yet. The lock is held.
func (d *Docs) doc(id string) *edited {
	if d.edits()[id] == nil {
		title := ""
		if n := d.nodes[id]; n != nil {
			title = n.entry.Name
		}
		w := word.New(title)
		d.edits()[id] = &edited{versions: []*word.Document{word.NewDocument(1, w.Blocks(), w.Comments())}}
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
	d := v.d.doc(item.ID)
	if version == 0 {
		return d.now(), nil
	}
	for _, w := range d.versions {
		if w.Version == version {
			return w, nil
		}
	}
	return nil, client.Errorf(client.KindNotFound, "read", item.Place, "there is no version %d", version)
}

// Readable is of client.Editor.
func (v *DocsView) Readable(k model.Kind) error {
	if k != model.KindDoc && k != model.KindSmartCanvas {
		return client.Errorf(client.KindUnsupported, "read", v.Root(), "only Word documents can be read here, and this is a %s", string(k))
	}
	return nil
}

// CanEdit is of client.Editor.
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

func (v *DocsView) Outline(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.Outline, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.Outline{}, err
	}
	return engine.Outline(d), nil
}

func (v *DocsView) Structure(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.Structure, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.Structure{}, err
	}
	return engine.Structure(d), nil
}

func (v *DocsView) LastPosition(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.LastPosition, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.LastPosition{}, err
	}
	return engine.LastPosition(d), nil
}

func (v *DocsView) Find(ctx context.Context, item model.Ref, s string, version int64, _ client.Options) (model.Matches, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.Matches{}, err
	}
	m, err := engine.Find(d, s)
	m.Tell()
	return m, v.refused(item, err)
}

// locate names pictures as the service does: by address, and by attachment
// where they are part of the document.
func locate(p *word.Picture) model.DocImage {
	if p.URL != "" {
		return model.DocImage{Source: model.ImageByURL, URL: p.URL}
	}
	return model.DocImage{Source: model.ImageByAttachment, Attachment: "att-" + p.Name}
}

func (v *DocsView) Images(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocImages, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.DocImages{}, err
	}
	return engine.Images(d, locate), nil
}

func (v *DocsView) Comments(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocComments, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.DocComments{}, err
	}
	return engine.Comments(d), nil
}

func (v *DocsView) Content(ctx context.Context, item model.Ref, version int64, _ client.Options) (model.DocContent, error) {
	d, err := v.read(ctx, item, version)
	if err != nil {
		return model.DocContent{}, err
	}
	var b strings.Builder
	err = d.Markdown(&b, nil)
	return model.DocContent{Markdown: b.String(), Version: d.Version}, err
}

// Edit is of client.Editor: on the newest version only.
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
	now := d.now()
	if base != now.Version {
		return model.Edited{}, client.Errorf(client.KindConflict, "edit", item.Place, "the document is version %d and not %d", now.Version, base)
	}
	var next *word.Document
	var err error
	if e.Kind == model.EditRevert {
		next, err = d.revert(e.Version)
	} else {
		next, err = engine.Do(now, e, v.extra(e))
	}
	if err = v.refused(item, err); err != nil {
		return model.Edited{}, err
	}
	d.versions, d.tools = append(d.versions, next), append(d.tools, e.Kind)
	v.d.Edited++
	return model.Edited{Base: base, New: next.Version}, nil
}

// revert takes the newest edit back.
func (d *edited) revert(version int64) (*word.Document, error) {
	n := len(d.versions)
	if n < 2 || d.now().Version != version || d.tools[n-2] == "" {
		return nil, errors.New("only the newest edit can be taken back")
	}
	old := d.versions[n-2]
	return word.NewDocument(version+1, old.Blocks(), old.Comments()), nil
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

func (v *DocsView) refused(item model.Ref, err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		return client.Errorf(client.KindInvalid, "edit", item.Place, e.What, e.Args...)
	}
	if err != nil {
		return client.Errorf(client.KindInvalid, "edit", item.Place, text.Text(err.Error()))
	}
	return nil
}

func (v *DocsView) RecentEdits(ctx context.Context, item model.Ref, _ client.Options) ([]model.EditRecord, error) {
	if err := v.d.wait(ctx); err != nil {
		return nil, err
	}
	v.d.mu.Lock()
	defer v.d.mu.Unlock()
	d := v.d.doc(item.ID)
	var out []model.EditRecord
	for i := len(d.tools) - 1; i >= 0; i-- {
		if d.tools[i] != "" {
			out = append(out, model.EditRecord{Version: d.versions[i+1].Version, Tool: string(d.tools[i])})
		}
	}
	return out, nil
}

var _ client.Editor = (*DocsView)(nil)

// Rewrite lets somebody else write a document anew: its next version has this text.
func (d *Docs) Rewrite(id, markdown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	made, _, err := word.FromMarkdown([]byte(markdown), word.MarkdownOptions{Title: d.nodes[id].entry.Name})
	if err != nil {
		panic(err)
	}
	doc := d.doc(id)
	next := word.NewDocument(doc.now().Version+1, made.Blocks(), nil)
	doc.versions, doc.tools = append(doc.versions, next), append(doc.tools, "")
}
