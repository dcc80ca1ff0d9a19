package uitest

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/model"
)

// freshly lists a folder for an event.
func freshly(src client.Source, p model.Place) (model.Listing, error) {
	switch s := src.(type) {
	case *Tree:
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.listing(p)
	case *memdoc.View:
		return s.Listing(p)
	}
	return src.List(context.Background(), p, client.Options{})
}

// view returns the view of a place of documents, or nil.
func (e *Engine) view(p model.Place) *memdoc.View {
	src, err := e.sources.For(p)
	if err != nil {
		return nil
	}
	v, _ := src.(*memdoc.View)
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
			if it.Reason = e.Leave(it); !it.Reason.IsZero() {
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
		New: r.New, Sharing: model.Sharing{Policy: r.Policy}, Carried: model.Carried{Format: r.Format}, Kind: model.KindFolder}
	goal, name := r.Target, it.Name
	v := e.view(at)
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
		n, err := v.At(at)
		if err != nil {
			return it, err
		}
		it.Pin, it.Kind, it.Name, it.Loose = n.ID, n.Listed(), n.Name, at.IsLoose()
		name = it.Name
		switch r.Op {
		case model.OpExport:
			if name, err = v.ExportName(model.Entry{Name: n.Name, Kind: it.Kind}, r.Format); err != nil {
				return it, err
			}
			it.NewName = name
		case model.OpRename:
			it.NewName, name, goal = r.NewNames[i], r.NewNames[i], it.Parent
		case model.OpDelete:
			it.Mode = string(r.Mode)
			if r.Mode == "" {
				it.Mode = string(v.DeleteModes()[0])
			}
			return it, nil
		case model.OpShare:
			return it, nil
		}
	}
	e.taken(&it, goal, name)
	return it, nil
}

// taken sets the item to ask when its name is taken in the target folder.
func (e *Engine) taken(it *model.Item, goal model.Place, name string) {
	src, err := e.sources.For(goal)
	if err != nil {
		return
	}
	l, err := freshly(src, goal)
	if err != nil {
		return
	}
	if i := slices.IndexFunc(l.Entries, func(e model.Entry) bool { return e.Name == name }); i >= 0 {
		ext := path.Ext(name)
		it.Decision, it.Taken, it.Free = model.DecideAsk, &l.Entries[i], strings.TrimSuffix(name, ext)+" (1)"+ext
	}
}

// applyDocs changes documents.
func (e *Engine) applyDocs(it model.Item) {
	to, _ := it.After()
	name := to.Base()
	goal := it.Target
	if goal.IsZero() {
		goal = it.Parent
	}
	v := e.view(goal)
	if it.Op == model.OpExport || v == nil { // a file
		src, err := e.sources.For(goal)
		if err != nil {
			return
		}
		t := src.(*Tree)
		t.mu.Lock()
		t.put(goal, model.Entry{Name: name, Kind: model.KindFile, Size: 4096, Modified: time.Date(1999, 9, 1, 8, 0, 0, 0, time.UTC)})
		t.mu.Unlock()
		return
	}
	in, err := v.At(goal)
	if err != nil {
		return
	}
	switch it.Op {
	case model.OpMakeFolder:
		v.Put(in.ID, name, model.KindFolder)
	case model.OpCreate:
		v.Put(in.ID, name, it.New.Kind)
	case model.OpImport:
		v.Put(in.ID, strings.TrimSuffix(name, path.Ext(name)), model.KindDoc)
	case model.OpCopy:
		v.Put(in.ID, name, it.Kind)
	case model.OpRename:
		v.Change(it.Pin, func(n *memdoc.Node) { n.Name = name })
	case model.OpMove:
		v.Change(it.Pin, func(n *memdoc.Node) { n.Parent = in.ID })
	case model.OpShare:
		v.Change(it.Pin, func(n *memdoc.Node) { n.Policy = it.Policy })
	case model.OpDelete:
		v.Remove(it.Pin, client.DeleteMode(it.Mode))
	}
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
