package preview

import "testing"

// Code is shown as it is, also where it holds a shorter fence or one of the other
// kind.
func TestPreparedLeavesCode(t *testing.T) {
	for _, md := range []string{
		"````\n```\n![a](b.png)\n````", "~~~\n```\n![a](b.png)\n~~~", "```\n```sh\n![a](b.png)\n```",
	} {
		if got := prepared(md); got != md+"\n" {
			t.Errorf("%q became %q", md, got)
		}
		if _, images := objects(md + "\n![c](d.png)"); images != 1 {
			t.Errorf("%q: %d images", md, images)
		}
	}
}
