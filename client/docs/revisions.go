package docs

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model"
)

// maxRecent is how many edits the service stores.
const maxRecent = 50

// RecentEdits returns our own edits that can be reverted, the newest first.
func (v *texts) RecentEdits(ctx context.Context, item model.Ref, opt client.Options) ([]model.EditRecord, error) {
	if err := v.word(opRecent, item); err != nil {
		return nil, err
	}
	if !v.offers(tool.Revert) {
		return nil, v.without(opRecent, tool.Revert)
	}
	c := v.query(opRecent, tool.RecentEdits, item, 0, opt, tool.Is("limit", int64(maxRecent)))
	r, err := v.s.conn.Do(ctx, c)
	if err != nil {
		return nil, err
	}
	out, ok := readEdits(r.Payload)
	if !ok {
		return nil, r.NoData()
	}
	return out, nil
}

// Revisions returns the tracked changes of a document. The specification has no tool
// for them: a service that lists one in its schema can be asked.
func (v *texts) Revisions(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocRevisions, error) {
	if err := v.word(opRevisions, item); err != nil {
		return model.DocRevisions{}, err
	}
	if !v.offers(tool.Revisions) {
		return model.DocRevisions{}, v.without(opRevisions, tool.Revisions)
	}
	c := v.query(opRevisions, tool.Revisions, item, version, opt)
	var w wireRevisions
	if err := v.asks(ctx, item, c, &w, func() bool { return w.All != nil || w.version() > 0 }); err != nil {
		return model.DocRevisions{}, err
	}
	out := model.DocRevisions{Version: w.version()}
	for _, r := range w.All {
		if r.Begin > r.End {
			return model.DocRevisions{}, c.Nonsense()
		}
		out.All = append(out.All, model.DocRevision{ID: string(r.ID), Kind: string(r.Kind), Author: string(r.Author), Date: string(r.Date),
			Text: string(r.Text), Range: model.Range{Begin: int64(r.Begin), End: int64(r.End)}})
	}
	slices.SortStableFunc(out.All, func(a, b model.DocRevision) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	return out, nil
}

type wireEdit struct {
	Version  whole          `json:"version"`
	New      whole          `json:"new_version"`
	Revision whole          `json:"revision"`
	Tool     lenient.String `json:"tool_name"`
	Name     lenient.String `json:"tool"`
	Time     lenient.String `json:"time"`
	Created  lenient.String `json:"create_time"`
	Stamp    lenient.String `json:"timestamp"`
}

// readEdits accepts any list of objects with versions: its name is in no public
// text.
func readEdits(payload json.RawMessage) ([]model.EditRecord, bool) {
	var fields map[string]json.RawMessage
	if !lenient.Object(payload, &fields) {
		return nil, false
	}
	var out []model.EditRecord
	lists := false
	for _, raw := range fields {
		var l []json.RawMessage
		if json.Unmarshal(raw, &l) != nil || lenient.IsNull(raw) {
			continue
		}
		lists = true
		for _, item := range l {
			var w wireEdit
			if !lenient.Object(item, &w) {
				continue
			}
			if n := max(w.Version, w.New, w.Revision); n > 0 {
				out = append(out, model.EditRecord{Version: int64(n), Tool: string(cmp.Or(w.Tool, w.Name)), Time: string(cmp.Or(w.Time, w.Created, w.Stamp))})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b model.EditRecord) int { return cmp.Compare(b.Version, a.Version) })
	_, traced := fields["trace_id"]
	return out, lists || traced // a service may omit an empty list
}
