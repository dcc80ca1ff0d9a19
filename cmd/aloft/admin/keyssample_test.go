package admin

import (
	"testing"

	"aloft/ui/keys"
)

func TestTheSampleOfKeysIsRight(t *testing.T) {
	m, problems := keys.Parse("", "keys.toml", []byte(keysSample))
	if len(problems) > 0 || m.Command("command.pack").How != keys.Background || len(m.Keys(keys.Delete)) != 0 {
		t.Errorf("%v, %+v", problems, m.Command("command.pack"))
	}
}
