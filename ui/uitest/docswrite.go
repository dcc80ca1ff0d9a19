package uitest

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
)

// The Engine does the writes of documents; these methods make the screen offer
// them.

func (v *DocsView) Create(context.Context, model.Ref, string, model.New, client.Class) (model.Entry, error) {
	return model.Entry{}, errNotHere
}
func (v *DocsView) Copies(model.Place) client.Copying { return client.Copying{Batch: 1, Titles: true} }

func (v *DocsView) Copy(context.Context, []model.Ref, model.Ref, string, client.Class) (model.Entry, error) {
	return model.Entry{}, errNotHere
}
func (v *DocsView) SetPolicy(context.Context, model.Ref, model.Policy, client.Class) error {
	return errNotHere
}
func (v *DocsView) CheckImport(string, int64) error       { return nil }
func (v *DocsView) ImportName(name string) (string, bool) { return name, false }
func (v *DocsView) Prepare(context.Context, client.ImportFile, client.Class) (client.Upload, error) {
	return client.Upload{}, errNotHere
}
func (v *DocsView) Upload(context.Context, client.Upload, client.Body, func(int64)) error {
	return errNotHere
}
func (v *DocsView) Begin(context.Context, client.Upload, client.Class) (string, error) {
	return "", errNotHere
}
func (v *DocsView) ImportState(context.Context, string, client.Class) (client.TaskState, error) {
	return client.TaskState{}, errNotHere
}
func (v *DocsView) Landing() model.Place { return model.Place{Scheme: model.SchemeDocs} }
func (v *DocsView) Poll() client.Span    { return client.Span{} }
func (v *DocsView) Export(context.Context, model.Ref, client.Class) (string, error) {
	return "", errNotHere
}
func (v *DocsView) ExportState(context.Context, string, client.Class) (client.TaskState, error) {
	return client.TaskState{}, errNotHere
}
func (v *DocsView) Download(context.Context, client.SignedURL, int64, client.Sink) (int64, error) {
	return 0, errNotHere
}
func (v *DocsView) MakeFolder(context.Context, model.Ref, string, client.Class) (string, error) {
	return "", errNotHere
}
func (v *DocsView) Rename(context.Context, model.Ref, string, client.Class) error { return errNotHere }
func (v *DocsView) Move(context.Context, []model.Ref, model.Ref, client.Class) error {
	return errNotHere
}
func (v *DocsView) MoveBatch() int { return 1 }
func (v *DocsView) Delete(context.Context, []model.Ref, client.DeleteMode, client.Class) error {
	return errNotHere
}
func (v *DocsView) DeleteBatch() int { return 1 }

// freshly lists a folder for an event.
func freshly(src client.Source, p model.Place) (model.Listing, error) {
	switch s := src.(type) {
	case *Tree:
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.listing(p)
	case *DocsView:
		return s.fresh(p)
	}
	return src.List(context.Background(), p, client.Options{})
}

// view returns the view of a place of documents, or nil.
func (e *Engine) view(p model.Place) *DocsView {
	src, err := e.sources.For(p)
	if err != nil {
		return nil
	}
	v, _ := src.(*DocsView)
	return v
}

// planDocs plans operations on documents.
func (e *Engine) planDocs(p *model.Plan, r client.Request) (*model.Plan, error) {
	if r.Op.Row().Deletes {
		p.Undo = "no"
	}
	for i, at := range r.Items {
		it, err := e.planItem(r, i, at)
		if err != nil {
			if !r.Partial {
				return nil, err
			}
			p.Refused = append(p.Refused, model.Refusal{Place: at, Err: err})
			continue
		}
		it.ID = i
		if e.Leave != nil {
			if it.Reason = e.Leave(it); it.Reason != "" {
				it.Decision, it.Why = model.DecideSkip, model.WhyRefused
			}
		}
		p.Items = append(p.Items, it)
	}
	p.Account, p.Scheme = r.Items[0].Account, r.Items[0].Scheme
	n := len(p.Items)
	p.Batch = 1
	p.Estimate = model.Estimate{Calls: n, Lookups: 2, Requests: n + 2, Time: time.Duration(n+2) * 500 * time.Millisecond}
	if r.Op.Transfers() {
		p.Estimate.Time = time.Duration(n) * 8 * time.Second
	}
	return p, nil
}

func (e *Engine) planItem(r client.Request, i int, at model.Place) (model.Item, error) {
	it := model.Item{Op: r.Op, Parent: at.Parent(), Name: at.Base(), Decision: model.DecideGo, Target: r.Target,
		New: r.New, Policy: r.Policy, Format: r.Format, Kind: model.KindFolder}
	goal, name := r.Target, it.Name
	v := e.view(at)
	if v != nil {
		v.d.mu.Lock()
		defer v.d.mu.Unlock()
	}
	switch r.Op {
	case model.OpMakeFolder, model.OpCreate:
		goal = it.Parent
		if r.New != nil {
			it.Kind = r.New.Kind
		}
	case model.OpImport:
		it.Kind = model.KindFile
		name = strings.TrimSuffix(name, path.Ext(name))
	default:
		id, err := v.d.at(at)
		if err != nil {
			return it, err
		}
		n := v.d.nodes[id]
		it.Pin, it.Kind, it.Name, it.Loose = id, n.entry.Kind, n.entry.Name, at.IsLoose()
		name = it.Name
		if r.Op == model.OpExport {
			if name, err = v.ExportName(n.entry, r.Format); err != nil {
				return it, err
			}
			it.NewName = name
		}
		if r.Op == model.OpRename {
			it.NewName, name, goal = r.NewNames[i], r.NewNames[i], it.Parent
		}
		if r.Op == model.OpDelete {
			it.Mode = string(r.Mode)
			if r.Mode == "" {
				it.Mode = string(v.DeleteModes()[0])
			}
			return it, nil
		}
		if r.Op == model.OpShare {
			return it, nil
		}
	}
	e.taken(&it, goal, name, v != nil)
	return it, nil
}

// taken sets the item to ask when its name is taken in the target folder.
func (e *Engine) taken(it *model.Item, goal model.Place, name string, locked bool) {
	var old model.Entry
	found := false
	if v := e.view(goal); v != nil {
		if !locked {
			v.d.mu.Lock()
			defer v.d.mu.Unlock()
		}
		id, err := v.d.at(goal)
		if err != nil {
			return
		}
		es := v.d.under(id)
		if i := slices.IndexFunc(es, func(e model.Entry) bool { return e.Name == name }); i >= 0 {
			old, found = es[i], true
		}
	} else if src, err := e.sources.For(goal); err == nil {
		if t, ok := src.(*Tree); ok {
			t.mu.Lock()
			old, found = t.dirs[goal.String()][name]
			t.mu.Unlock()
		}
	}
	if found {
		ext := path.Ext(name)
		it.Decision, it.Taken, it.Free = model.DecideAsk, &old, strings.TrimSuffix(name, ext)+" (1)"+ext
	}
}

// applyDocs changes documents.
func (e *Engine) applyDocs(it model.Item) {
	to, _ := it.After()
	name := to.Base()
	if it.Op == model.OpExport {
		src, err := e.sources.For(it.Target)
		if err != nil {
			return
		}
		t := src.(*Tree)
		t.mu.Lock()
		t.put(it.Target, model.Entry{Name: name, Kind: model.KindFile, Size: 4096, Modified: time.Date(1999, 9, 1, 8, 0, 0, 0, time.UTC)})
		t.mu.Unlock()
		return
	}
	v := e.view(it.Parent)
	if it.Op == model.OpImport {
		v = e.view(it.Target)
	}
	d := v.d
	d.mu.Lock()
	defer d.mu.Unlock()
	parent, _ := d.at(it.Parent)
	goal := ""
	if !it.Target.IsZero() {
		goal, _ = d.at(it.Target)
	}
	switch it.Op {
	case model.OpMakeFolder:
		if parent == spacesID {
			parent = "space"
		}
		d.put(parent, name, model.KindFolder)
	case model.OpCreate:
		d.put(parent, name, it.New.Kind)
	case model.OpImport:
		d.put(goal, strings.TrimSuffix(name, path.Ext(name)), model.KindDoc)
	case model.OpCopy:
		d.put(goal, name, it.Kind)
	case model.OpRename:
		d.nodes[it.Pin].entry.Name = name
	case model.OpMove:
		d.nodes[it.Pin].parent = goal
	case model.OpShare:
		d.nodes[it.Pin].policy = it.Policy
	case model.OpDelete:
		d.remove(it.Pin, client.DeleteMode(it.Mode))
	}
}

func (d *Docs) remove(id string, mode client.DeleteMode) {
	i := slices.Index(d.Recents, id)
	if i >= 0 {
		d.Recents = slices.Delete(d.Recents, i, i+1)
	}
	if mode == client.DeleteRecord {
		return
	}
	for _, e := range d.under(id) {
		if mode == client.DeleteNode {
			d.nodes[e.ID].parent = d.nodes[id].parent
			continue
		}
		d.remove(e.ID, mode)
	}
	d.bin = append(d.bin, id)
	delete(d.nodes, id)
}

// carry transfers an item's bytes in ten steps.
func (e *Engine) carry(j *job, i int) {
	e.mu.Lock()
	r := &j.items[i]
	size := int64(1 << 20)
	if e.Size != nil {
		size = e.Size(*r.Item)
	}
	j.snap.BytesAll = max(j.snap.BytesAll, size*int64(len(j.items)))
	r.State, r.Phase = model.ItemIntent, model.PhaseDownload
	if r.Item.Op == model.OpImport {
		r.Phase = model.PhaseUpload
	}
	j.snap.Current = r.Item.Name
	e.mu.Unlock()
	for n := range 10 {
		<-time.After(e.Step / 10)
		e.mu.Lock()
		r.Percent = (n + 1) * 10
		j.snap.Bytes += size / 10
		e.mu.Unlock()
	}
}
