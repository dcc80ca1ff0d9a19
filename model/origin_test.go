package model

import (
	"slices"
	"testing"
)

// Entries of a list of results say where they are, through packing and in every order.
func TestResultsKeepTheirPlaces(t *testing.T) {
	docs := DocumentsRoot("")
	work, play := &Origin{Folder: docs.Join("Work")}, &Origin{Folder: docs.Join("Play"), Twins: map[string]bool{"b": true}}
	l := Listing{Place: docs.Results("search"), Entries: []Entry{
		{ID: "3", Name: "c", Kind: KindDoc, From: play},
		{ID: "1", Name: "a", Kind: KindFolder, From: &Origin{Folder: docs, Known: KnownID}},
		{ID: "2", Name: "b", Kind: KindDoc, Link: "https://x", From: play},
		{ID: "4", Name: "d", Kind: KindDoc, From: work},
		{Name: "e", Kind: KindFile, From: &Origin{Folder: docs, Known: KnownLost}},
	}}
	s := Sort(l, Order{By: SortFound})
	for by, want := range map[SortKey][]string{
		SortFound:  {`docs:/Play/c`, `docs:/\#1`, `docs:/Play/b\#2`, `docs:/Work/d`},
		SortName:   {`docs:/\#1`, `docs:/Play/b\#2`, `docs:/Play/c`, `docs:/Work/d`},
		SortFolder: {`docs:/\#1`, `docs:/Play/b\#2`, `docs:/Play/c`, `docs:/Work/d`},
	} {
		in := s.In(Order{By: SortName, Desc: true}).In(Order{By: by})
		var got []string
		for row := range in.Len() {
			e := in.At(row)
			if at := l.Place.JoinEntry(e, in.Shared()); at.Valid() {
				got = append(got, at.String())
			} else if e.Name != "e" {
				t.Errorf("%s: %q has no place", by, e.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", by, got)
		}
	}
	placed := s.Placed(map[int]*Origin{4: work})
	if got := placed.At(4); l.Place.JoinEntry(got, nil).String() != "docs:/Work/e" || s.At(4).From.Known != KnownLost {
		t.Errorf("%+v", got)
	}
	if at := l.Place; at.Valid() || !at.IsResults() || at.ResultsTitle() != "search" || docs.Join("search").IsResults() || !at.SameSource(docs) {
		t.Errorf("%q", at)
	}
	if _, err := ParsePlace(l.Place.String(), docs); err == nil {
		t.Error("a list of results can be typed")
	}
	if plain := Sort(Listing{Entries: []Entry{{Name: "b"}, {Name: "a"}}}, Order{By: SortFound}); plain.At(0).Name != "a" {
		t.Error("a folder has no order of finding")
	}
}

// Letters in their order are enough only where no name has the text.
func TestFuzzyFilter(t *testing.T) {
	s := Sort(Listing{Entries: []Entry{{Name: "Welcome"}, {Name: "wlcm.txt"}, {Name: "Überblick"}, {Name: "w-l-c-m"}, {Name: "会议记录"}}}, Order{})
	names := func(f Filter) (out []string) {
		for _, row := range s.Match(f) {
			out = append(out, s.Name(int(row)))
		}
		return out
	}
	for text, want := range map[string][]string{
		"wlcm": {"wlcm.txt"}, "wlc": {"wlcm.txt"}, "wcm": {"w-l-c-m", "Welcome", "wlcm.txt"}, "wlcom": {"Welcome"}, "WC": nil, "üblk": {"Überblick"}, "会记": {"会议记录"},
		"w*m": {"w-l-c-m"}, "q": nil, "wm?": nil, "mcl": nil,
	} {
		if got := names(NewFilter(text).Fuzzy()); !slices.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
	if got := names(NewFilter("wcm")); got != nil {
		t.Errorf("not fuzzy: %q", got)
	}
	if !NewFilter("wcm").Fuzzy().Scattered("Welcome") || NewFilter("wcm").Scattered("Welcome") {
		t.Error("Scattered")
	}
}
