package limited_test

import (
	"testing"

	"aloft/client"
	"aloft/model"
)

// No key makes links, sets modes, or unpacks or packs archives where it may not write, which is nowhere on the disk; nor
// does it read archives, also those in its places.
func TestLinksModesAndArchivesOfAKey(t *testing.T) {
	w := newWorld(t)
	all := &reached{}
	own, packed := w.at("~/share"), w.at("~/share").Join("a.zip").Entered()
	for name, r := range map[string]client.Request{
		"link":            {Op: model.OpCreate, Items: []model.Place{own.Join("l")}, New: &model.New{Kind: model.KindLink, LinkURL: "/etc/passwd"}},
		"link outside":    {Op: model.OpCreate, Items: w.all("~/l"), New: &model.New{Kind: model.KindLink, LinkURL: "share"}},
		"mode":            {Op: model.OpAttributes, Items: []model.Place{own.Join("a.zip")}, Policy: "0777"},
		"mode outside":    {Op: model.OpAttributes, Items: []model.Place{own.Parent()}, Policy: "0777"},
		"extract":         {Op: model.OpTransfer, Items: []model.Place{packed}, Target: own},
		"extract outside": {Op: model.OpTransfer, Items: []model.Place{packed}, Target: own.Parent()},
		"extract there":   {Op: model.OpTransfer, Items: []model.Place{packed}, Target: w.at("drive:/Documents")},
		"extract far":     {Op: model.OpTransfer, Items: []model.Place{w.at("drive:/Documents/a.zip").Entered()}, Target: w.at("drive:/Documents")},
		"pack":            {Op: model.OpTransfer, Items: []model.Place{own.Join("a.zip")}, Target: own, NewNames: []string{"b.zip"}},
		"pack outside":    {Op: model.OpUpload, Items: w.all("~/a.zip"), Target: w.at("drive:/Documents")},
	} {
		for _, g := range [][]model.Place{w.shown(), {own, w.at("drive:/Documents")}, nil} {
			jobs := w.person(false, g...).Jobs(t.Context(), all)
			_, err := jobs.Plan(t.Context(), r)
			it := model.Item{Op: r.Op, Parent: r.Items[0].Parent(), Name: r.Items[0].Base(), Target: r.Target, New: r.New, Decision: model.DecideGo}
			_, err2 := jobs.Start(t.Context(), &model.Plan{ID: "p", Op: r.Op, Scheme: it.Parent.Scheme, Items: []model.Item{it}})
			if !refusal(err) || !refusal(err2) || len(all.by) > 0 {
				t.Errorf("%s went through: %v, %v, %q", name, err, err2, all.by)
			}
			all.by = nil
		}
	}
}
