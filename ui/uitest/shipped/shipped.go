// Package shipped gives tests of components the keys and the theme that aloft ships.
package shipped

import (
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Reading them is most of the cost of a short session.
var (
	readKeys  = sync.OnceValue(keys.Default)
	readTheme = sync.OnceValues(func() (*themes.Theme, error) { return themes.Load(themes.Default) })
)

// Keys are the default map.
func Keys() *keys.Map { return readKeys() }

// Theme is the default theme.
func Theme(t testing.TB) *themes.Theme {
	t.Helper()
	theme, err := readTheme()
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// Env of a component on a terminal of all colours.
func Env(t testing.TB) *input.Env {
	t.Helper()
	return &input.Env{
		Keys: Keys(), Text: &text.Catalogue{}, Styles: Theme(t).Styles(colorprofile.TrueColor), Ruler: model.Ruler{Wc: true},
		Ctx: t.Context(), Now: time.Now,
	}
}
