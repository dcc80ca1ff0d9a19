package docs

import (
	"context"

	"aloft/client/lenient"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

// Search: the service does not say where the hits are, so their places are loose.
func (v *reader) Search(ctx context.Context, query string, opt client.Options) ([]client.Hit, error) {
	found, err := v.s.hits(ctx, tool.For("search", v.Root(), opt).Read(tool.Search, tool.Is("search_key", query)))
	return v.loose(found), err
}

func (v *reader) Recent(ctx context.Context, page, count int, order client.RecentOrder, opt client.Options) ([]client.Hit, error) {
	by := map[client.RecentOrder]int{client.RecentModified: 1, client.RecentName: 2}[order]
	if count <= 0 {
		count = recentCount
	}
	found, err := v.s.hits(ctx, tool.For("recent", v.Root(), opt).Read(tool.Recent, tool.Is("num", int64(max(1, page))),
		tool.Is("count", int64(count)), tool.Arg{Name: "order_by", Value: int64(by), Needless: by == 0}))
	return v.loose(found), err
}

// recentCount: "Limits" in the document specification.
const recentCount = 100

func (v *reader) loose(found []model.Entry) []client.Hit {
	var out []client.Hit
	for _, e := range found {
		p := v.s.rootOf(e).Loose(e.ID)
		out = append(out, client.Hit{Entry: e, Place: &p})
	}
	return out
}

// hits reads a list that is not a folder. Live services use different keys for it.
func (s *Service) hits(ctx context.Context, c *tool.Call) ([]model.Entry, error) {
	var v struct {
		List  lenient.List[wireEntry] `json:"list"`
		Files lenient.List[wireEntry] `json:"files"`
		File  lenient.List[wireEntry] `json:"file"`
	}
	if _, err := s.conn.Read(ctx, c, &v, func() bool {
		return (v.List.OK || v.Files.OK || v.File.OK) && !v.List.Odd && !v.Files.Odd && !v.File.Odd
	}); err != nil {
		return nil, err
	}
	var out []model.Entry
	for _, l := range []lenient.List[wireEntry]{v.List, v.Files, v.File} {
		for _, w := range l.Items {
			if e := w.entry(s); e.ID != "" {
				out = append(out, e)
			}
		}
	}
	return out, nil
}
