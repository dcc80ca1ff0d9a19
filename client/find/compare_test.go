package find

import (
	"context"
	"slices"
	"testing"
	"time"

	"aloft/model"
)

// TestForms: "é" is composed in the first form and decomposed in the second.
func TestForms(t *testing.T) {
	const composed, decomposed = "caf\u00e9", "cafe\u0301"
	for name, c := range map[string]struct {
		src, dst []string
		folds    bool // the target ignores the case of names
		want     []string
	}{
		"one form each":             {[]string{decomposed}, []string{composed}, false, []string{decomposed + "=" + composed}},
		"both forms on both sides":  {[]string{composed, decomposed}, []string{decomposed, composed}, false, []string{decomposed + "=" + decomposed, composed + "=" + composed}},
		"both forms here":           {[]string{composed, decomposed}, nil, false, []string{decomposed + "=", composed + "="}},
		"a twin there":              {[]string{decomposed}, []string{composed, decomposed}, false, []string{"=" + composed + " twins", decomposed + "=" + decomposed}},
		"twins there only":          {nil, []string{composed, decomposed}, false, []string{"=" + decomposed, "=" + composed}},
		"cases, where they count":   {[]string{"A"}, []string{"a"}, false, []string{"=a", "A="}},
		"cases, where they do not":  {[]string{"A"}, []string{"a"}, true, []string{"A=a"}},
		"two cases where one fits":  {[]string{"A", "a"}, nil, true, []string{"A= twins", "a= twins"}},
		"two cases where one is in": {[]string{"A", "a"}, []string{"a"}, true, []string{"A= twins", "a=a"}},
	} {
		t.Run(name, func(t *testing.T) {
			side := func(names []string, folds bool) Side {
				return Side{
					List: func(context.Context, model.Place) (all []model.Entry, _ error) {
						for _, n := range names {
							all = append(all, model.Entry{Name: n, Kind: model.KindFile})
						}
						return all, nil
					},
					FoldsCase: func(model.Place, []model.Entry) bool { return folds },
				}
			}
			var got []string
			err := Compare(t.Context(), side(c.src, false), side(c.dst, c.folds), model.ByTime, func(p *Paired) (bool, error) {
				s := ""
				if p.Src != nil {
					s += p.Src.Name
				}
				if s += "="; p.Dst != nil {
					s += p.Dst.Name
				}
				if p.Twins {
					s += " twins"
				}
				got = append(got, s)
				return false, nil
			})
			if slices.Sort(got); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%+q, want %+q, %v", got, c.want, err)
			}
		})
	}
}

// Files of one name are compared by their times, sizes or checksums; a document and the file
// that was made of it by which was changed later.
func TestByWhat(t *testing.T) {
	now := time.Now()
	file := model.Entry{Name: "x", Kind: model.KindFile, Size: 3, Modified: now}
	later, other := file, file
	later.Modified = now.Add(time.Minute)
	other.Size = 4
	document := model.Entry{Name: "x", Kind: model.KindDoc, Size: model.Unknown, Modified: now.Add(-time.Minute)}
	changed := document
	changed.Modified = later.Modified
	for name, c := range map[string]struct {
		src, dst model.Entry
		exports  bool
		sums     [2]string
		by       model.Comparing
		want     model.Difference
	}{
		"times":                     {later, file, false, [2]string{}, model.ByTime, model.DiffTime},
		"sizes, with another time":  {later, file, false, [2]string{}, model.BySize, ""},
		"sizes":                     {other, file, false, [2]string{}, model.BySize, model.DiffSize},
		"sums, with another time":   {later, file, false, [2]string{"a", "a"}, model.BySum, ""},
		"sums, with the same time":  {file, file, false, [2]string{"a", "b"}, model.BySum, model.DiffSum},
		"sums, with another size":   {other, file, false, [2]string{"a", "a"}, model.BySum, model.DiffSize},
		"sums, one of them unknown": {later, file, false, [2]string{"a", ""}, model.BySum, model.DiffTime},
		"a document":                {document, file, true, [2]string{}, model.ByTime, ""},
		"a document changed since":  {changed, file, true, [2]string{}, model.ByTime, model.DiffTime},
		"a file and a document":     {file, model.Entry{Name: "x", Kind: model.KindDoc, Size: model.Unknown, Modified: later.Modified}, true, [2]string{}, model.ByTime, ""},
		"a document and no export":  {document, file, false, [2]string{}, model.ByTime, model.DiffKind},
	} {
		side := func(e model.Entry, sum string, exports bool) Side {
			return Side{Makes: exports,
				List: func(context.Context, model.Place) ([]model.Entry, error) { return []model.Entry{e}, nil },
				Sums: func(context.Context, model.Place, []*model.Entry) ([]string, error) { return []string{sum}, nil }}
		}
		got := model.Difference("none")
		err := Compare(t.Context(), side(c.src, c.sums[0], c.exports), side(c.dst, c.sums[1], false), c.by, func(p *Paired) (bool, error) {
			got = p.Why
			return false, nil
		})
		if err != nil || got != c.want {
			t.Errorf("%s: %q, want %q, %v", name, got, c.want, err)
		}
	}
}

// Entries of one name have the same numbers in whatever order they are listed, and the file of one
// is not taken for that of another, which has been removed or added since.
func TestOneNameForSeveral(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	times := map[string]time.Time{"1": now, "2": now.Add(-time.Hour), "3": now.Add(-2 * time.Hour)}
	docs := func(ids ...string) (all []model.Entry) {
		for _, id := range ids {
			all = append(all, model.Entry{ID: id, Name: "A", Kind: model.KindDoc, Size: model.Unknown})
		}
		return append(all, model.Entry{ID: "x", Name: "A (1)", Kind: model.KindDoc, Size: model.Unknown, Modified: now})
	}
	file := func(name, of string) model.Entry {
		return model.Entry{Name: name, Kind: model.KindFile, Size: 1, Modified: times[of]}
	}
	other := file("A (1)", "1")
	for name, c := range map[string]struct {
		src, dst []model.Entry
		want     []string
	}{
		"new":         {docs("2", "1"), nil, []string{"A=1 new", "A (1)=x new", "A (2)=2 new"}},
		"the same":    {docs("2", "1"), []model.Entry{file("A", "1"), other, file("A (2)", "2")}, []string{"A=1 ", "A (1)=x ", "A (2)=2 "}},
		"one is gone": {docs("3", "2"), []model.Entry{file("A", "1"), other, file("A (2)", "2")}, []string{"A=2 time", "A (1)=x ", "A (2)=3 time"}},
	} {
		var got []string
		side := func(all []model.Entry, scheme model.Scheme) Side {
			return Side{Root: model.Place{Scheme: scheme}, Makes: true, List: func(context.Context, model.Place) ([]model.Entry, error) { return all, nil }}
		}
		src := side(c.src, model.SchemeDocs)
		src.Details = func(_ context.Context, e model.Entry) (model.Entry, error) { e.Modified = times[e.ID]; return e, nil }
		dst := side(c.dst, model.SchemeDisk)
		dst.Makes = false
		err := Compare(t.Context(), src, dst, model.ByTime, func(p *Paired) (bool, error) {
			why := string(p.Why)
			if p.Dst == nil {
				why = "new"
			}
			if at := p.Here(); at.Pin() != "" && at.Pin() != p.Src.ID || p.Src.ID != "x" && at.Pin() == "" {
				t.Errorf("%s: %s is at %s", name, p.Name, at)
			}
			got = append(got, p.Name+"="+p.Src.ID+" "+why)
			return false, nil
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q, %v", name, got, c.want, err)
		}
	}
}
