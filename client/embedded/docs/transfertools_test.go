package docs

import (
	"aloft/client/embedded/pages"
)

import "testing"

// What cannot be exported is refused with a reason.
func TestWhatCannotBeExported(t *testing.T) {
	for _, kind := range []string{pages.KindFolder, pages.KindSpace, pages.KindWikiLink, pages.KindForm, pages.KindMind, pages.KindFlowchart, pages.KindSmartSheet} {
		if suffix, err := exportSuffix(pages.Document{Kind: kind}); err == nil || len(err.Error()) < 20 {
			t.Errorf("%s: %q %v", kind, suffix, err)
		}
	}
}
