package run_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"aloft/client/webhook/run"
)

func TestArgv(t *testing.T) {
	turn := run.Turn{Conversation: "c-1", Project: "{delivery}", Delivery: "d-1"}
	first := []string{"tool", "--session={conversation}", "-p", "{project}", `{"json":1}`, "{prompt}", "{}"}
	again := []string{"tool", "--resume", "{conversation}{delivery}"}
	for _, c := range []struct {
		name  string
		again []string
		turns int
		want  []string
	}{
		// Substituted text is not substituted again.
		{"first", again, 0, []string{"tool", "--session=c-1", "-p", "{delivery}", `{"json":1}`, "{prompt}", "{}"}},
		{"later", again, 1, []string{"tool", "--resume", "c-1d-1"}},
		{"later, nothing of its own", nil, 7, []string{"tool", "--session=c-1", "-p", "{delivery}", `{"json":1}`, "{prompt}", "{}"}},
	} {
		if got := run.Argv(first, c.again, c.turns, turn); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if first[1] != "--session={conversation}" {
		t.Error("the configuration was changed")
	}
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct{ payload, want string }{
		{"", "do it\n"},
		{"null", "do it\n"},
		{" \n null\t", "do it\n"},
		{"false", "do it\n\n\nContext:\n```json\nfalse\n```\n"},
		{"0", "do it\n\n\nContext:\n```json\n0\n```\n"},
		{`""`, "do it\n\n\nContext:\n```json\n\"\"\n```\n"},
		{"{}", "do it\n\n\nContext:\n```json\n{}\n```\n"},
		{"[]", "do it\n\n\nContext:\n```json\n[]\n```\n"},
		{`{"z":9007199254740993,"a":"<b>&` + "\u2028" + `","z":1.50} `,
			"do it\n\n\nContext:\n```json\n{\n  \"z\": 9007199254740993,\n  \"a\": \"<b>&\u2028\",\n  \"z\": 1.50\n}\n```\n"},
		{`"a ` + "````" + ` b ` + "```" + `"`, "do it\n\n\nContext:\n`````json\n\"a ```` b ```\"\n`````\n"},
	} {
		var payload []byte
		if c.payload != "" {
			payload = []byte(c.payload)
		}
		if got := string(run.Prompt("do it\n", payload)); got != c.want {
			t.Errorf("%s\ngives %q\nwant  %q", c.payload, got, c.want)
		}
	}
}

// Ten megabytes are formatted once, and copied nowhere else: four agents may get so
// much at a time.
func TestPromptRoom(t *testing.T) {
	raw := []byte("[" + strings.Repeat(`{"id":12345,"name":"some name of something","ok":true},`, 1<<17) + "1]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := run.Prompt("p", raw)
	runtime.ReadMemStats(&after)
	most := uint64(len(raw) * 5 / 2)
	if raced {
		most *= 2 // the detector keeps copies that the compiler otherwise avoids
	}
	if took := after.TotalAlloc - before.TotalAlloc; len(got) < len(raw)*4/3 || took > most {
		t.Errorf("%d bytes became %d and took %d", len(raw), len(got), took)
	}
}

// A payload cannot close its own block, whatever is in it.
func FuzzPrompt(f *testing.F) {
	f.Add("p", `{"a":"`+"```\n"+`"}`)
	f.Add("```", "`````")
	f.Fuzz(func(t *testing.T, prompt, payload string) {
		got, ok := strings.CutPrefix(string(run.Prompt(prompt, []byte(payload))), prompt)
		if !ok {
			t.Fatalf("the prompt was changed: %q", got)
		}
		if got == "" {
			return
		}
		block, ok := strings.CutPrefix(got, "\n\nContext:\n")
		fence, rest, _ := strings.Cut(block, "json\n")
		inside, ok2 := strings.CutSuffix(rest, "\n"+fence+"\n")
		if !ok || !ok2 || len(fence) < 3 || strings.Contains(inside, fence) {
			t.Errorf("%q", got)
		}
	})
}

func TestReplyOfAnAgent(t *testing.T) {
	if got := run.Reply([]byte(" \n\tyes\n\n no \u00a0\n")); got != "yes\n\n no" {
		t.Errorf("%q", got)
	}
}
