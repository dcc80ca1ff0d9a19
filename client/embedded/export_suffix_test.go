package embedded

import "testing"

// What cannot be exported is refused in words that say why.
func TestWhatCannotBeExported(t *testing.T) {
	for _, kind := range []string{kindFolder, kindSpace, kindWikiLink, kindForm, kindMind, kindFlowchart, kindSmartSheet} {
		if suffix, err := exportSuffix(document{kind: kind}); err == nil || len(err.Error()) < 20 {
			t.Errorf("%s: %q %v", kind, suffix, err)
		}
	}
}
