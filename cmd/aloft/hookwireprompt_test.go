//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// promptRows: "Work after acceptance" of the specification, for prompts.
func promptRows() []hookRow {
	out := []hookRow{
		on("plain", "prompt: as it came", func(w *hookWire) {
			const prompt = "  do \"this\"\n\tand  that ü 🎉 `x` $HOME\n"
			w.deliver(fields{"prompt": prompt})
			if got := w.prompt(w.event); got != prompt {
				w.bad("%q, not %q", got, prompt)
			}
			w.until("the reply", func() bool { return len(w.posted(w.event, "reply")) == 1 })
			for _, m := range w.posted(w.event, "reply") {
				w.has(m, "reply to "+w.event)
			}
			notices := w.posted(w.event, "notice")
			if len(notices) != 1 {
				w.bad("%d notices", len(notices))
				return
			}
			w.has(notices[0], w.event)
		}),
		on("plain", "prompt: silent", func(w *hookWire) {
			w.deliver(fields{"prompt": "x", "silent": true})
			w.prompt(w.event)
			w.settled()
			if all := w.posted(w.event, "notice"); len(all) > 0 {
				w.bad("posted %q", all)
			}
		}),
		on("several", "prompt: the project's own agent", func(w *hookWire) {
			w.deliver(fields{"prompt": "x", "project": "site"})
			w.prompt(w.event)
		}),
		on("plain", "prompt: nowhere to post", func(w *hookWire) {
			for i, key := range []string{"nobody:x", "mute:x", "box"} {
				w.deliver(fields{"prompt": "x", "session_key": key})
				w.settledAs(i)
				if w.there("turn-" + w.event) {
					w.bad("it ran for %q", key)
				}
			}
		}),
		on("plain", "prompt: dropped while the session is busy", func(w *hookWire) {
			first, second, third := w.event+"-1", w.event+"-2", w.event+"-3"
			if err := os.WriteFile(w.in("hold-"+first), nil, 0o600); err != nil {
				w.bad("%v", err)
			}
			w.deliver(fields{"prompt": "one", "event": first})
			w.until("the turn", func() bool { return w.there("turn-" + first) })
			w.deliver(fields{"prompt": "two", "event": second})
			said := func(event string) string {
				var b strings.Builder
				for _, m := range w.posted(event, "") {
					b.WriteString(m.text)
				}
				return b.String()
			}
			w.until("word of the busy session", func() bool {
				return strings.Contains(said(second), "busy") && strings.Contains(said(second), "skipped")
			})
			// Not for a silent one, and not in another session.
			w.deliver(fields{"prompt": "three", "event": third, "silent": true})
			w.deliver(fields{"prompt": "four", "session_key": "box:another"})
			w.prompt(w.event)
			if err := os.Remove(w.in("hold-" + first)); err != nil {
				w.bad("%v", err)
			}
			w.prompt(first)
			w.settled()
			if w.there("turn-"+second) || w.there("turn-"+third) {
				w.bad("a dropped prompt was handed on")
			}
			if s := said(third); s != "" {
				w.bad("posted %q", s)
			}
			n := 0
			w.until("another turn of the session", func() bool {
				n++
				event := fmt.Sprintf("%s-again-%d", w.event, n)
				w.deliver(fields{"prompt": "again", "event": event})
				w.until("word of "+event, func() bool { return w.there("turn-"+event) || strings.Contains(said(event), "skipped") })
				return w.there("turn-" + event)
			})
		}),
	}
	for payload, block := range map[string]string{
		`null`:                         "",
		`false`:                        "false",
		`0`:                            "0",
		`""`:                           `""`,
		`{}`:                           "{}",
		`[]`:                           "[]",
		`"<b>&amp;"`:                   `"<b>&amp;"`,
		`12345678901234567890.10`:      "12345678901234567890.10",
		`{"z":1,"a":[true,1e400]}`:     "{\n  \"z\": 1,\n  \"a\": [\n    true,\n    1e400\n  ]\n}",
		`{"b":{"x":9007199254740993}}`: "{\n  \"b\": {\n    \"x\": 9007199254740993\n  }\n}",
	} {
		out = append(out, on("plain", "payload: "+payload, func(w *hookWire) {
			w.deliver(fields{"prompt": "look", "payload": json.RawMessage(payload)})
			got := w.prompt(w.event)
			if block == "" {
				if got != "look" {
					w.bad("%q has a block", got)
				}
				return
			}
			rest, ok := strings.CutPrefix(got, "look\n")
			rest = strings.TrimLeft(rest, "\n")
			rest, ok2 := strings.CutPrefix(rest, "Context:\n```json\n")
			if !ok || !ok2 || strings.TrimRight(rest, "\n") != block+"\n```" {
				w.bad("%q has not the block %q", got, block)
			}
		}))
	}
	return append(out,
		on("plain", "payload: cannot close its block", func(w *hookWire) {
			w.deliver(fields{"prompt": "look", "payload": "a ``` b ```` c"})
			if got := w.prompt(w.event); !strings.Contains(got, "Context:\n`````json\n\"a ``` b ```` c\"\n`````") {
				w.bad("%q", got)
			}
		}),
		on("plain", "payload: not for commands", func(w *hookWire) {
			m := w.exec("cat; echo done", fields{"payload": "something else"})
			w.hasNot(m, "Context:", "something else")
		}))
}

// prompt waits for the prompt that the agent got.
func (w *hookWire) prompt(event string) string {
	if !w.until("the turn of "+event, func() bool { return w.there("prompt-" + event) }) {
		return ""
	}
	b, err := os.ReadFile(w.in("prompt-" + event))
	if err != nil {
		w.bad("%v", err)
	}
	return string(b)
}
