package ui_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// sharer is a drive with links.
type sharer struct {
	*uitest.Tree
	links []client.ShareLink
	asked []client.ShareOptions
	saved []client.SharedLink
	no    error
}

func (s *sharer) ShareEntries(_ context.Context, items []model.Place, o client.ShareOptions, _ client.Class) (client.ShareLink, error) {
	if s.no != nil {
		return client.ShareLink{}, s.no
	}
	s.asked = append(s.asked, o)
	l := client.ShareLink{ID: strconv.Itoa(len(s.asked)), URL: "https://drive.example/s/ab12", Code: o.Code, Title: items[0].Base(), Entries: len(items)}
	if o.Term != client.ShareEver {
		l.Expires = time.Now().Add(7 * 24 * time.Hour)
	}
	s.links = append(s.links, l)
	return l, nil
}

func (s *sharer) ShareLinks(context.Context, client.Options) ([]client.ShareLink, error) {
	return s.links, s.no
}

func (s *sharer) EndShareLinks(_ context.Context, ids []string, _ client.Class) (int, error) {
	s.links = slices.DeleteFunc(s.links, func(l client.ShareLink) bool { return slices.Contains(ids, l.ID) })
	return len(ids), s.no
}

func (s *sharer) SaveShared(_ context.Context, l client.SharedLink, to model.Place, _ client.Class) ([]model.Place, error) {
	s.saved = append(s.saved, l)
	return []model.Place{to.Join("x")}, s.no
}

// sharing runs a screen on a drive with links.
func sharing(t *testing.T, w, h int, do func(*uitest.Driver, *sharer)) {
	t.Helper()
	var s *sharer
	on(t, w, h, func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
		s = &sharer{Tree: tree}
		d.Client.Sources = uitest.Sources{s}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) { do(d, s) })
}

func TestGoldenSharing(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"50x16", 50, 16}} {
		t.Run(c.name, func(t *testing.T) {
			sharing(t, c.w, c.h, func(d *uitest.Driver, _ *sharer) {
				d.Keys("j", "S")
				d.Want("share-" + c.name)
				d.Keys("tab", "right", "right", "tab")
				d.Type("x7Y!")
				d.Keys("ctrl+s")
				d.Pass(time.Second) // the dialog came up by itself
				d.Want("share-made-" + c.name)
				d.Keys("esc", "g", "S")
				d.Pass(time.Second) // the dialog came up by itself
				d.Want("share-links-" + c.name)
				d.Keys("esc", "g", "I")
				d.Want("share-save-" + c.name)
			})
		})
	}
}

// A link is made as asked, copied with its code, copied again and ended.
func TestSharingByALink(t *testing.T) {
	sharing(t, 80, 24, func(d *uitest.Driver, s *sharer) {
		d.Keys("g", "S")
		d.Has("you have no share links")
		d.Keys("j", "S", "ctrl+s")
		d.Has("Link created and copied", "https://drive.example/s/ab12", "pass code: "+s.asked[0].Code, "valid until")
		if len(s.asked[0].Code) != 4 || s.asked[0].Term != client.ShareWeek || d.Copy[0] != s.links[0].Words() {
			t.Error(s.asked, d.Copy)
		}
		d.Pass(time.Second) // the dialog came up by itself
		d.Keys("esc", "S", "right", "right", "tab", "right", "right", "ctrl+s")
		d.Has("letters, digits or symbols, without") // a code of one's own is still missing
		d.Keys("shift+tab", "left", "ctrl+s")
		d.Has("never expires")
		d.Pass(time.Second) // the dialog came up by itself
		if s.asked[1] != (client.ShareOptions{Term: client.ShareEver}) {
			t.Error(s.asked)
		}
		d.Keys("esc", "g", "S")
		d.Pass(time.Second) // the dialog came up by itself
		d.Keys("ctrl+s")
		if len(d.Copy) != 3 {
			t.Error(d.Copy)
		}
		d.Keys("g", "S")
		d.Pass(time.Second) // the dialog came up by itself
		d.Keys("tab", "tab", "enter")
		d.Has("has ended", "1 share link") // the other one, to be ended too
		d.Pass(time.Second)
		d.Keys("tab", "tab", "enter")
		d.Has("has ended")
		d.HasNot("share link")
		if len(s.links) != 0 {
			t.Error(s.links)
		}
		s.no = errors.New("no such luck")
		d.Keys("S", "ctrl+s")
		d.Has("no such luck")
	})
}

func TestSavingFromALink(t *testing.T) {
	sharing(t, 80, 24, func(d *uitest.Driver, s *sharer) {
		d.Keys("g", "I")
		d.Type("nothing at all")
		d.Keys("ctrl+s")
		d.Has("there is no link in")
		d.Keys("ctrl+u")
		d.Type("look: https://drive.example/s/ab12 code: x7Y!")
		d.Keys("ctrl+s")
		d.Has("saved 1 entry into")
		if len(s.saved) != 1 || s.saved[0] != (client.SharedLink{ID: "ab12", Code: "x7Y!"}) {
			t.Error(s.saved)
		}
	})
}

// A source without links says so.
func TestNoLinks(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for _, keys := range []string{"S", "g S", "g I"} {
			d.Keys(strings.Fields(keys)...)
			d.Has("drive: cannot share by link")
		}
	})
}

// A document has no share link, and S says which keys there are for it.
func TestADocumentIsSharedByItsPermission(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, _ *desk) {
		to(d, "2024")
		d.Keys("S")
		d.Has("a document has no share link: P sets who may read it, Yl copies its address")
	})
}

// The cursor of a menu starts on what can be chosen.
func TestAMenuStartsOnWhatCanBeChosen(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, _ *desk) {
		open(d, "2024", "")
		d.Keys("=", "enter")
		d.Has("old version")
	})
}
