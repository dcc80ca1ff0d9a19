package docs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

func (v *texts) Find(ctx context.Context, item model.Ref, what string, version int64, opt client.Options) (model.Matches, error) {
	if f := model.CheckSearch(what); f != nil {
		return model.Matches{}, client.Errorf(client.KindInvalid, opFind, item.Place, f.What, f.Args...).Hinted(f.Hint)
	}
	c := v.query(opFind, tool.Find, item, version, opt, tool.Is("text", what))
	var w wireMatches
	if err := v.asks(ctx, item, c, &w, func() bool { return w.All != nil || w.version() > 0 }); err != nil {
		return model.Matches{}, err
	}
	out := model.Matches{Text: what, Version: w.version()}
	for _, m := range w.All {
		if m.Range == nil || m.Range.Begin >= m.Range.End {
			return model.Matches{}, c.Nonsense()
		}
		out.All = append(out.All, model.Match{Range: m.Range.ours(), Context: string(m.Text)})
	}
	slices.SortStableFunc(out.All, func(a, b model.Match) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	for i := 1; i < len(out.All); i++ {
		if out.All[i].Range.Begin < out.All[i-1].Range.End {
			return model.Matches{}, c.Nonsense()
		}
	}
	out.Tell()
	return out, nil
}

func (v *texts) LastPosition(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.LastPosition, error) {
	c := v.query(opFind, tool.LastPosition, item, version, opt)
	var w wireLast
	if err := v.asks(ctx, item, c, &w, func() bool { return w.Position != nil }); err != nil {
		return model.LastPosition{}, err
	}
	return model.LastPosition{Position: int64(*w.Position), Preceding: string(w.Preceding), Version: w.version()}, nil
}

func (v *texts) Images(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocImages, error) {
	c := v.query(opImages, tool.Images, item, version, opt)
	var w wireImages
	if err := v.asks(ctx, item, c, &w, func() bool { return w.All != nil || w.version() > 0 }); err != nil {
		return model.DocImages{}, err
	}
	out := model.DocImages{Version: w.version()}
	for _, i := range w.All {
		d := model.DocImage{Position: int64(i.Position), URL: string(i.URL), Attachment: string(i.Attachment)}
		switch src := strings.ToLower(string(i.Source)); {
		case src == "1", src == "fromlink":
			d.Source, d.Attachment = model.ImageByURL, ""
		case src == "2", src == "fromattachment":
			d.Source, d.URL = model.ImageByAttachment, ""
		case d.URL != "":
			d.Source, d.Attachment = model.ImageByURL, ""
		default:
			d.Source = model.ImageByAttachment
		}
		if d.URL == "" && d.Attachment == "" { // the value of source and the fields differ
			d.URL, d.Attachment = string(i.URL), string(i.Attachment)
		}
		out.All = append(out.All, d)
	}
	slices.SortStableFunc(out.All, func(a, b model.DocImage) int { return cmp.Compare(a.Position, b.Position) })
	for i := 1; i < len(out.All); i++ {
		if out.All[i].Position == out.All[i-1].Position {
			return model.DocImages{}, c.Nonsense()
		}
	}
	return out, nil
}

func (v *texts) Comments(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocComments, error) {
	c := v.query(opComments, tool.Comments, item, version, opt)
	var w wireComments
	if err := v.asks(ctx, item, c, &w, func() bool { return w.All != nil || w.version() > 0 }); err != nil {
		return model.DocComments{}, err
	}
	var all []model.DocComment
	parent := parents(w.All)
	for _, o := range w.All {
		if o.Begin > o.End {
			return model.DocComments{}, c.Nonsense()
		}
		all = append(all, model.DocComment{
			ID: string(o.ID), Parent: parent(o), Range: model.Range{Begin: int64(o.Begin), End: int64(o.End)},
			Author: string(o.Author), Date: string(o.Date), Text: string(o.Text), Done: o.Done.V,
		})
	}
	flat := !slices.ContainsFunc(w.All, func(c wireComment) bool { return c.Ref != nil })
	return model.DocComments{All: threads(all), Flat: flat, Version: w.version()}, nil
}

// parents returns the comment that one replies to. Where comments are numbered, 0
// is the first of them if one has this id and others say "none" differently;
// otherwise it is none.
func parents(all []wireComment) func(wireComment) string {
	first, none := false, false
	for _, c := range all {
		first = first || c.ID == "0"
		none = none || c.answers() == ""
	}
	return func(c wireComment) string {
		ref := c.answers()
		if ref == c.ID || ref == "0" && !(first && none) {
			return ""
		}
		return string(ref)
	}
}

// threads sorts comments by position, with the replies behind what they answer. A
// reply without its parent is a thread of its own.
func threads(in []model.DocComment) []model.DocComment {
	slices.SortStableFunc(in, func(a, b model.DocComment) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	known := map[string]bool{}
	for _, c := range in {
		known[c.ID] = true
	}
	replies := map[string][]int{}
	var out []model.DocComment
	used := make([]bool, len(in))
	var add func(i int)
	add = func(i int) {
		if used[i] {
			return
		}
		used[i] = true
		out = append(out, in[i])
		if in[i].ID != "" {
			for _, r := range replies[in[i].ID] {
				if in[r].Range == (model.Range{}) { // a reply has no range of its own
					in[r].Range = in[i].Range
				}
				add(r)
			}
		}
	}
	for i, c := range in {
		if c.Parent != "" && known[c.Parent] {
			replies[c.Parent] = append(replies[c.Parent], i)
		}
	}
	for i, c := range in {
		if c.Parent == "" || !known[c.Parent] {
			add(i)
		}
	}
	for i := range in { // replies to themselves, directly or indirectly
		add(i)
	}
	return out
}
