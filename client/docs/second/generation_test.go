package second_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client/docs/second"
)

// Each generation takes its own arguments and values, and no others.
func TestGenerations(t *testing.T) {
	for _, g := range []second.Generation{second.May, second.July} {
		p := newPaper(t, second.Options{Word: second.Word{Generation: g}})
		expect := func(says, tool string, in object) {
			t.Helper()
			n := len(p.s.Violations())
			full := object{"file_id": p.id}
			for k, v := range in {
				full[k] = v
			}
			p.call(tool, full)
			if got := p.s.Violations()[n:]; says == "" && len(got) > 0 || says != "" && (len(got) != 1 || !strings.Contains(got[0], says)) {
				t.Errorf("generation %d, %s %v: violations %q, want %q", g, tool, in, got, says)
			}
		}
		list := map[second.Generation]string{second.May: "numbering_type", second.July: "type"}
		last := func() object {
			at := p.ask("doc.get_last_operable_pos", nil)
			return object{"idx": at["position"], "version_info": on(at["version"])}
		}
		with := func(more object) object {
			in := last()
			for k, v := range more {
				in[k] = v
			}
			return in
		}
		expect("idx is missing", "doc.insert_text", object{"text": "x", "index": 0})
		expect(`level is "10", not one of`, "doc.insert_paragraph_with_text", with(object{"text": "x", "level": "10"}))
		expect("", "doc.insert_paragraph_with_text", with(object{"text": "item", "type": "1", "numbering_lvl": "2", "indent_count": 1}))
		expect("", "doc.insert_paragraph_with_text", with(object{"text": "plain", "numbering_lvl": "2", "indent_count": 3}))
		expect("", "doc.insert_paragraph_with_text", with(object{"text": "to do", "type": "3"}))
		expect("", "doc.insert_paragraph_with_text", with(object{"text": "first", "type": "4"}))
		expect("", "doc.insert_paragraph_with_text", with(nil))
		expect("", "doc.insert_paragraph", with(object{"level": "12", list[g]: "0", "indent_count": 2}))
		if d, _ := p.s.WordOf(p.id); !strings.Contains(d.Content(), "  - item\n\nplain\n\n- [ ] to do\n\n1. first\n") {
			t.Errorf("generation %d: %q", g, d.Content())
		}
		expect("a call of", "smartcanvas.find", object{"text": "x"})
		table := func(in object) object {
			for _, n := range p.ask("doc.resolve_document_structure", in)["nodes"].([]any) {
				if n := n.(object); n["type"] == "Table" {
					return n
				}
			}
			return nil
		}
		if g == second.May {
			expect("there is no argument mode", "doc.resolve_document_structure", object{"mode": "full"})
			if table(nil)["table_rows"] == nil {
				t.Error("no cells")
			}
			continue
		}
		if table(nil)["table_rows"] != nil || table(object{"mode": "full"})["table_rows"] == nil || table(object{"include_table_cells": true})["table_rows"] == nil {
			t.Error("cells are there, or are not")
		}
	}
}

// What comes before the gap is over is counted and refused.
func TestTooSoon(t *testing.T) {
	p := newPaper(t, second.Options{})
	now := time.Unix(1e9, 0)
	p.s.SetClock(func() time.Time { return now })
	p.s.Change(func(o *second.Options) { o.Gap = 2 * time.Second })
	p.ask("doc.get_outline", nil)
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{1999 * time.Millisecond, http.StatusTooManyRequests}, {time.Millisecond, http.StatusOK}, {time.Second, http.StatusTooManyRequests}} {
		now = now.Add(c.after)
		resp, _ := p.post("ping", nil)
		if resp.StatusCode != c.want || (resp.Header.Get("Retry-After") == "1") != (c.want != http.StatusOK) {
			t.Errorf("after %v: %d", c.after, resp.StatusCode)
		}
	}
	if n := p.s.TooSoon(); n != 2 {
		t.Errorf("%d too soon", n)
	}
}
