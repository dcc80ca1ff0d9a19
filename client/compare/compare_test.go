package compare

import (
	"context"
	"slices"
	"testing"

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
			err := Trees(t.Context(), side(c.src, false), side(c.dst, c.folds), model.ByTime, func(p *Pair) (bool, error) {
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
