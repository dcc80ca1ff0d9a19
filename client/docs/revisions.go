package docs

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"aloft/client"
	"aloft/model"
)

// mostRecent is as many edits as the service remembers (facts/documents.md
// "doc.*").
const mostRecent = 50

// RecentEdits are our own edits that the service can take back, the newest first.
func (v *texts) RecentEdits(ctx context.Context, item model.Ref, opt client.Options) ([]model.EditRecord, error) {
	if err := v.word(opRecent, item); err != nil {
		return nil, err
	}
	if !v.offers(toolRevert) {
		return nil, v.without(opRecent, toolRevert)
	}
	c := v.query(opRecent, toolRecentEdits, item, 0, opt, is("limit", int64(mostRecent)))
	r, err := v.s.do(ctx, c)
	if err != nil {
		return nil, err
	}
	out, ok := readEdits(r.payload)
	if !ok {
		return nil, r.noData(c)
	}
	return out, nil
}

type wireEdit struct {
	Version  whole `json:"version"`
	New      whole `json:"new_version"`
	Revision whole `json:"revision"`
	Tool     word  `json:"tool_name"`
	Name     word  `json:"tool"`
	Time     word  `json:"time"`
	Created  word  `json:"create_time"`
	Stamp    word  `json:"timestamp"`
}

// readEdits finds the list of edits: no public text shows what it is called, so
// any list of objects with versions is taken for it.
func readEdits(payload json.RawMessage) ([]model.EditRecord, bool) {
	var fields map[string]json.RawMessage
	if !object(payload, &fields) {
		return nil, false
	}
	var out []model.EditRecord
	lists := false
	for _, raw := range fields {
		var l []json.RawMessage
		if json.Unmarshal(raw, &l) != nil || isNull(raw) {
			continue
		}
		lists = true
		for _, item := range l {
			var w wireEdit
			if !object(item, &w) {
				continue
			}
			if n := max(w.Version, w.New, w.Revision); n > 0 {
				out = append(out, model.EditRecord{Version: int64(n), Tool: first(w.Tool, w.Name), Time: first(w.Time, w.Created, w.Stamp)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b model.EditRecord) int { return cmp.Compare(b.Version, a.Version) })
	_, traced := fields["trace_id"]
	return out, lists || traced // a service leaves an empty list out
}
