package explain

import (
	"slices"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

var home = model.Place{Scheme: model.SchemeDrive, Path: model.Steps("Work")}

// What is left out is named once: by the sentence itself, or before it.
func TestWhatIsLeftOutIsNamedOnce(t *testing.T) {
	at := home.Join("a.txt")
	no := func(err error) model.Refusal { return model.Refusal{Place: at, Err: err} }
	p := &model.Plan{
		Refused: []model.Refusal{
			no(client.Errorf(client.KindConflict, "undo", at, "%s has changed", "a.txt")),
			no(client.Errorf(client.KindNotFound, "undo", at, "%s was not found", at.String())),
			no(&client.Error{Kind: client.KindServer, Op: "move", Err: client.Errorf(client.KindServer, "move", at, "%s is busy", "a.txt")}),
			no(client.Errorf(client.KindInvalid, "undo", at, "aloft does not know which entry the job made")),
		},
		Items: []model.Item{
			{Parent: home, Name: "b", Decision: model.DecideSkip, Answer: model.Answer{Why: model.WhyRefused, Reason: model.Say("%s is too large", "b")}},
			{Parent: home, Name: "c", Decision: model.DecideSkip, Answer: model.Answer{Why: model.WhyLink, Reason: model.Say("%s is a link", "c")}},
			{Parent: home, Name: "d", Decision: model.DecideSkip, Answer: model.Answer{Why: model.WhyTaken}},
		},
	}
	want := []string{
		"a.txt has changed", "drive:/Work/a.txt was not found", "move failed (server): a.txt is busy",
		"a.txt: aloft does not know which entry the job made", "b is too large", "c: it is a link; links are not followed",
	}
	if got := Of(nil, p).LeftOut(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Of several ways of deleting the gravest is said, and a word is typed where perhaps nothing brings
// the entries back.
func TestTheGravestDeletionIsSaid(t *testing.T) {
	plan := func(scheme model.Scheme, modes ...client.DeleteMode) *model.Plan {
		p := &model.Plan{Op: model.OpDelete, Scheme: scheme}
		for _, m := range modes {
			p.Items = append(p.Items, model.Item{Op: model.OpDelete, Mode: string(m), Parent: model.Place{Scheme: scheme}, Name: "x", Decision: model.DecideGo})
		}
		return p
	}
	brake := model.Brake{Count: 1}
	for _, c := range []struct {
		plan        *model.Plan
		title, word string
		much        bool
	}{
		{plan(model.SchemeDrive, client.DeleteToBin), "Delete 1 entry", "", false},
		{plan(model.SchemeDrive, client.DeleteToBin, client.DeleteToBin), "Delete 2 entries", "2", true},
		{plan(model.SchemeDisk, client.DeleteToBin, client.DeleteForever), "Delete 2 entries for good", "2", true},
		{plan(model.SchemeDisk, client.DeleteForever), "Delete 1 entry for good", "delete", false},
		{plan(model.SchemeSpace, client.DeleteNode), "Delete 1 entry", "delete", false},
		{plan(model.SchemeDocs, client.DeleteRecord, client.DeleteRecord), "Remove 2 entries from the recent list", "", false},
	} {
		r := Of(nil, c.plan)
		title, _ := r.Title()
		much := r.Much(brake)
		if title != c.title || r.Word(much) != c.word || (much != "") != c.much {
			t.Errorf("%q, %q, %q; want %+v", title, r.Word(much), much, c)
		}
	}
	if s := Of(nil, plan(model.SchemeDocs, client.DeleteToBin)).Lasting(); s == "" {
		t.Error("the bin of the document service is not reached, and nothing says so")
	}
}

func TestTheCostIsOneSentence(t *testing.T) {
	p := &model.Plan{Scheme: model.SchemeDrive, Op: model.OpMove, Estimate: model.Estimate{Calls: 1, Lookups: 2, Audit: 1, Requests: 4}}
	for d, want := range map[time.Duration]string{
		300 * time.Millisecond: "4 requests (1 change, 2 listings, 1 to check the result)",
		2 * time.Second:        "4 requests (1 change, 2 listings, 1 to check the result), about 2 s",
		time.Hour:              "4 requests (1 change, 2 listings, 1 to check the result), about 60 min",
	} {
		if p.Estimate.Time = d; Of(nil, p).Cost() != want {
			t.Errorf("%v: %q", d, Of(nil, p).Cost())
		}
	}
	if p.Scheme = model.SchemeDisk; Of(nil, p).Cost() != "" {
		t.Error("no service is asked")
	}
}

// A plan that nearly fills where it goes says so.
func TestATightPlanSaysWhatIsFree(t *testing.T) {
	p := &model.Plan{Op: model.OpUpload, Items: []model.Item{
		{Op: model.OpUpload, Print: model.Fingerprint{Size: 9 << 20}},
		{Op: model.OpUpload, Print: model.Fingerprint{Size: 9 << 20}, Decision: model.DecideSkip},
		{Op: model.OpUpload, Print: model.Fingerprint{Size: model.Unknown}},
		{Op: model.OpMakeFolder, Print: model.Fingerprint{Size: 1 << 40}},
	}}
	for free, want := range map[int64]string{0: "", 9 << 20: "needs 9437184 B, 9437184 B free", 19 << 19: "needs 9.0 MB, 9.5 MB free", 11 << 20: "", 1 << 40: ""} {
		if p.Free = free; Of(nil, p).Room() != want {
			t.Errorf("%d free: %q, want %q", free, Of(nil, p).Room(), want)
		}
	}
}

// Entries are from the bin if none is in a folder.
func TestFromBin(t *testing.T) {
	bin, folder := model.Item{Binned: model.Binned{Record: "7"}}, model.Item{Name: "a"}
	for _, c := range []struct {
		items []model.Item
		want  bool
	}{{[]model.Item{bin, bin}, true}, {[]model.Item{bin, folder}, false}} {
		if got := Of(nil, &model.Plan{Items: c.items}).FromBin(); got != c.want {
			t.Errorf("%+v: %v", c.items, got)
		}
	}
}
