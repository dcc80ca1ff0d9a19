package preview

import (
	"strings"
	"testing"
)

// Code is shown as it is, also where it holds a shorter fence or one of the other
// kind.
func TestCodeIsShownAsItIs(t *testing.T) {
	for _, md := range []string{
		"````\n```\n![a](b.png)\n````", "~~~\n```\n![a](b.png)\n~~~", "```\n```sh\n![a](b.png)\n```",
	} {
		if plain, _ := drawn(t, md, 40); !strings.Contains(plain, "![a](b.png)") {
			t.Errorf("%q became %q", md, plain)
		}
		if _, images := objects(md + "\n![c](d.png)"); images != 1 {
			t.Errorf("%q: %d images", md, images)
		}
	}
}
