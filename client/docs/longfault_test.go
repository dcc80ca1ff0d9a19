package docs

import (
	"encoding/json"
	"strings"
	"testing"

	"aloft/client/docs/tool"
)

// A long answer is looked through for an error, too; without one it is not decoded.
func TestFaultOfALongAnswer(t *testing.T) {
	long := strings.Repeat(`a \"code\" of \"error\" `, 4000)
	c := &tool.Call{Tool: tool.Content}
	if f, failed := payloadFault(c, json.RawMessage(`{"content":"`+long+`","err_msg":"no right"}`)); !failed || f.words != "no right" {
		t.Errorf("%+v %v", f, failed)
	}
	whole := json.RawMessage(`{"content":"` + long + `","version":3}`)
	if f, failed := payloadFault(c, whole); failed {
		t.Errorf("%+v", f)
	}
	if n := testing.AllocsPerRun(3, func() { payloadFault(c, whole) }); n > 1 {
		t.Errorf("%v allocations: it was decoded, a text without an error", n)
	}
}
