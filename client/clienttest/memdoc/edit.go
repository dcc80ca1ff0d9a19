package memdoc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model"
)

// Write gives a document its text in Markdown, under its title, as version 1.
func (s *Service) Write(id, markdown string) {
	s.Change(id, func(n *Node) { n.doc = New(n.text(1, markdown)) })
}

// Rewrite lets somebody else rewrite a document: its next version has this text.
func (s *Service) Rewrite(id, markdown string) {
	d := s.Doc(id)
	s.Change(id, func(n *Node) { d.Add(n.text(d.Now().Version+1, markdown), "") })
}

// text is a version of a document.
func (n *Node) text(version int64, markdown string) *word.Document {
	made, _, err := md.Read([]byte(markdown), md.Options{Title: n.Name})
	if err != nil {
		panic(err)
	}
	return word.NewDocument(version, made.Blocks(), made.Comments())
}

// Blocks gives a document blocks that Markdown does not have.
func (s *Service) Blocks(id string, blocks ...word.Block) {
	s.Change(id, func(n *Node) { n.doc = New(word.NewDocument(1, blocks, nil)) })
}

// Other lets somebody else append Markdown to a document.
func (s *Service) Other(id, markdown string) {
	at := engine.LastPosition(s.Doc(id).Now()).Position
	s.Elsewhere(id, model.Edit{Kind: model.EditMarkdown, At: at, Text: markdown})
}

// Elsewhere lets somebody else edit a document.
func (s *Service) Elsewhere(id string, e model.Edit) {
	d := s.Doc(id)
	s.Change(id, func(*Node) {
		next, err := engine.Do(d.Now(), e, engine.Extra{Remark: engine.Remark{ID: fmt.Sprint("other", d.Now().Version), Author: "Wang Wei"}})
		if err != nil {
			panic(err)
		}
		d.Add(next, "")
	})
}

// Doc of an id; a new one where nobody has written yet.
func (s *Service) Doc(id string) *Doc {
	s.Lock()
	defer s.Unlock()
	return s.doc(id)
}

func (s *Service) doc(id string) *Doc {
	n := s.nodes[id]
	if n.doc == nil {
		w := word.New(n.Name)
		n.doc = New(word.NewDocument(1, w.Blocks(), w.Comments()))
	}
	return n.doc
}

// Version gives a version of a document to a query.
func (v *View) Version(ctx context.Context, item model.Ref, version int64) (d *word.Document, err error) {
	err = v.call(ctx, "read", func() error {
		if d = v.doc(item.ID).At(version); d == nil {
			return client.Errorf(client.KindNotFound, "read", item.Place, "there is no version %d", version)
		}
		return nil
	})
	return d, err
}

func (v *View) Readable(k model.Kind) error {
	if k != model.KindDoc && k != model.KindSmartCanvas {
		return client.Errorf(client.KindUnsupported, "read", v.Root(), "only Word documents can be read here, and this is a %s", string(k))
	}
	return nil
}

func (v *View) CanEdit(k model.Kind, e model.EditKind) error {
	if k != model.KindDoc {
		return client.Errorf(client.KindUnsupported, "edit", v.Root(), "only Word documents can be edited, and this is a %s", string(k))
	}
	if v.NoTool[e] {
		return client.Errorf(client.KindUnsupported, "edit", v.Root(), "the service has no tool for %s", string(e))
	}
	return nil
}

func (v *View) CanSuggest(e model.Edit) error {
	if !v.Suggests || e.Try {
		return client.Errorf(client.KindUnsupported, "edit", v.Root(), "the service cannot suggest %s", string(e.Kind))
	}
	return nil
}

func (v *View) TextParagraph(model.ParagraphStyle) bool { return true }

func (v *View) Fits(model.Ref, model.Edit) error { return nil }

func (v *View) ImageInline() int64 { return v.Inline }

func (v *View) UploadImage(ctx context.Context, name string, body client.Body, size int64, _ client.Class) (string, error) {
	b, err := io.ReadAll(body)
	if err != nil || int64(len(b)) != size {
		return "", fmt.Errorf("%s: %d bytes, %v", name, len(b), err)
	}
	return "uploaded", v.call(ctx, "upload image", func() error { return nil })
}

// Locate names pictures as the service does: by address, and by attachment where
// they are part of the document.
func Locate(p *word.Picture) model.DocImage {
	if p.URL != "" {
		return model.DocImage{Source: model.ImageByURL, URL: p.URL}
	}
	return model.DocImage{Source: model.ImageByAttachment, Attachment: "att-" + p.Name}
}

// Edit changes the newest version only.
func (v *View) Edit(ctx context.Context, item model.Ref, base int64, e model.Edit, _ client.Class) (out model.Edited, err error) {
	err = v.call(ctx, "edit", func() error {
		d := v.doc(item.ID)
		now := d.Now()
		if base != now.Version {
			return client.Errorf(client.KindConflict, "edit", item.Place, "the document is version %d and not %d", now.Version, base)
		}
		v.edited++
		var next *word.Document
		var err error
		switch e.Kind {
		case model.EditRevisions:
			next = word.NewDocument(now.Version+1, now.Blocks(), now.Comments())
			if v.undecided == nil {
				v.undecided = map[int64][]model.DocRevision{}
			}
			v.undecided[next.Version] = v.Tracked[item.ID]
			v.Tracked[item.ID] = slices.DeleteFunc(slices.Clone(v.Tracked[item.ID]), e.Verdict.Covers)
		case model.EditRevert:
			if was, ok := v.undecided[e.Version]; ok {
				v.Tracked[item.ID] = was
			}
			if next = d.Before(e.Version); next == nil {
				err = errors.New("there is no such version")
			}
		default:
			next, err = engine.Do(now, e, v.extra(e))
		}
		if err = Refused(item, err); err != nil {
			return err
		}
		d.Add(next, toolOf(e.Kind))
		v.track(item.ID, e)
		out = model.Edited{Base: base, New: next.Version}
		return nil
	})
	return out, err
}

// track lists the tracked changes of a suggestion.
func (v *View) track(id string, e model.Edit) {
	if e.Suggest == "" {
		return
	}
	if v.Tracked == nil {
		v.Tracked = map[string][]model.DocRevision{}
	}
	at := e.At
	for i, said := range []string{e.Old, e.Text} {
		kind, long := []string{"deletion", "insertion"}[i], int64(word.Units(said))*int64(i)
		if len(e.Ranges) > 0 {
			at = e.Ranges[0].Begin
		}
		if said != "" {
			v.Tracked[id] = append(v.Tracked[id], model.DocRevision{ID: fmt.Sprint(v.edited, kind), Kind: kind, Author: e.Suggest, Text: said, Range: model.Range{Begin: at, End: at + long}})
		}
	}
}

// Revisions implements client.Editor.
func (v *View) Revisions(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocRevisions, error) {
	out, err := v.Queries.Revisions(ctx, item, version, opt)
	v.Lock()
	defer v.Unlock()
	out.All = v.Tracked[item.ID]
	if was, ok := v.undecided[version+1]; ok && version > 0 {
		out.All = was
	}
	return out, err
}

// extra is what the service adds to an edit: names, times and pictures.
func (v *View) extra(e model.Edit) engine.Extra {
	x := engine.Extra{Locate: v.Locate, Remark: engine.Remark{ID: fmt.Sprint("c", v.edited), Author: "Li Na", Initials: "LN", When: time.Now()}}
	if e.Image.ID != "" || e.Image.Data != nil {
		x.Picture = &word.Picture{Data: word.Held(e.Image.Data), Name: fmt.Sprintf("image%d.png", v.edited), Width: e.Image.Width, Height: e.Image.Height}
	}
	return x
}

// toolOf is the service's name of an edit.
func toolOf(k model.EditKind) string {
	switch k {
	case model.EditFormat:
		return "doc.update_text_property"
	case model.EditResolve:
		return "doc.resolve_comments"
	case model.EditReplace:
		return "replace_text"
	case model.EditRevert:
		return "doc.revert_revision"
	}
	return "doc.insert_" + string(k)
}

func (v *View) RecentEdits(ctx context.Context, item model.Ref, _ client.Options) (out []model.EditRecord, err error) {
	err = v.call(ctx, "edits", func() error {
		out = v.doc(item.ID).Recent()
		return nil
	})
	return out, err
}

var _ client.EditMaker = (*View)(nil)
