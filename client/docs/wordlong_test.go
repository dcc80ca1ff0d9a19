package docs

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"aloft/client/docs/conn"
	"aloft/client/lenient"
)

// What is read piece by piece is what is read at once.
func TestLongAnswersAreDecodedAlike(t *testing.T) {
	heading := `{"title":"é \"x\"","level":"HEADING_LEVEL_1","title_start":"1","title_end":3,"content_start":4,"content_end":9,"children":[{"title":7}]}`
	block := `{"type":"Table","start_index":1,"end_index":4,"text_preview":"a\nb","table_rows":[{"row":1,"cells":[{"col":1,"start_index":2,"end_index":3}]}],"children":[{"type":"Paragraph"}]}`
	for key, c := range map[string]struct {
		once, long conn.Long
		value      string
	}{
		"outlines":           {&wireOutline{}, &wireOutline{}, "[" + heading + "," + heading + "]"},
		"nodes":              {&wireStructure{}, &wireStructure{}, "[" + block + "," + block + "]"},
		"text_and_locations": {&wireMatches{}, &wireMatches{}, `[{"range":{"begin":"1","end":2},"related_text":"<x>"},{}]`},
		"content":            {&wireContent{}, &wireContent{}, `"# A \\ \"b\"\n\u00e9😀"`},
	} {
		if err := json.Unmarshal([]byte(`{"`+key+`":`+c.value+`}`), c.once); err != nil {
			t.Fatal(err)
		}
		big := func(key, value string, to conn.Long) error {
			return to.Big(key, len(value), lenient.NewStream(strings.NewReader(value)))
		}
		if err := big(key, c.value, c.long); err != nil || !reflect.DeepEqual(c.once, c.long) {
			t.Errorf("%s: %+v, not %+v, %v", key, c.long, c.once, err)
		}
		if err := big("unknown", c.value, c.long); err != nil || !reflect.DeepEqual(c.once, c.long) {
			t.Errorf("another member changes %s: %+v, %v", key, c.long, err)
		}
		if err := big(key, `[{"range":{"begin":-1},"start_index":-1,"title_start":-1}]`, c.long); err == nil {
			t.Errorf("%s with a number that is none is taken", key)
		}
	}
}
