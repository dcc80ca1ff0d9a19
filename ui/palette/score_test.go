package palette

import (
	"testing"

	"aloft/model/text"
)

// A title in another language is found by its signs, anywhere in it, and by the English words.
func TestRateInAnotherLanguage(t *testing.T) {
	zh, err := text.Speaking("zh-Hans")
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"复制", "另一", "窗格", "copy", "other pane"} {
		if Rate(query, zh, text.KeyDoCopyToTheOtherPane) < Word {
			t.Errorf("%q does not find %q", query, zh.Say(text.KeyDoCopyToTheOtherPane))
		}
	}
	if s := Rate("删除", zh, text.KeyDoCopyToTheOtherPane); s != 0 {
		t.Errorf("delete is found in copy: %d", s)
	}
}
