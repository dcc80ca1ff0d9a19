package keys

import (
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	m, problems := Parse("", "keys.toml", []byte(`
[command.copy-it]
run = 'tar czf "$ALOFT_FOLDER/x.tgz" -C / "$ALOFT_PLACE"'
keys = ["g e", "ctrl+e"]
title = "pack it, 100 % {a|b}"
input = true
how = "background"

[command.plain]
run = "true"
`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c := m.Command("command.copy-it")
	if c.Run != `tar czf "$ALOFT_FOLDER/x.tgz" -C / "$ALOFT_PLACE"` || c.How != Background || !c.Input {
		t.Errorf("%+v", c)
	}
	for _, seq := range [][]string{{"g", "e"}, {"ctrl+e"}} {
		if a, f := m.Lookup(InPane, seq...); a != "command.copy-it" || f != Bound {
			t.Errorf("%q: %q", seq, a)
		}
		if a, _ := m.Lookup(InJobs, seq...); a != None {
			t.Errorf("%q in the jobs: %q", seq, a)
		}
	}
	if d, _ := m.Doc("command.copy-it"); d.Title != "pack it, 100 % {a|b}" {
		t.Errorf("title %q", d.Title)
	}
	if c := m.Command("command.plain"); c.How != OnScreen || c.Input || m.Key("command.plain") != "" {
		t.Errorf("%+v", c)
	}
	if d, _ := m.Doc("command.plain"); d.Title != "plain" {
		t.Errorf("title %q", d.Title)
	}
	if all := len(m.All()); all != len(Actions())+2 {
		t.Errorf("%d actions", all)
	}
	if d := Default(); len(d.All()) != len(Actions()) {
		t.Error("the commands are in every map")
	}
}

func TestCommandsThatAreWrong(t *testing.T) {
	for toml, want := range map[string]string{
		"[command.a]\nkeys = \"g e\"":               "keys.toml:1: [command.a] needs run = \"…\"",
		"[command.a]\nrun = \"\"":                   "keys.toml:2: run must not be empty",
		"[command.a]\nrun = 1":                      "keys.toml:2: run must not be empty",
		"[command.a]\nrun = \"x\"\nhow = \"loud\"":  "keys.toml:3: how must be one of screen, wait, background",
		"[command.a]\nrun = \"x\"\ninput = \"yes\"": "keys.toml:3: input must be true or false",
		"[command.a]\nrun = \"x\"\nkey = \"g e\"":   `keys.toml:3: a command has no setting "key"; did you mean "keys"?`,
		"[command]\nrun = \"x\"":                    `keys.toml:1: "command" is not [command.NAME]; NAME may have only`,
		"[command.\"a b\"]\nrun = \"x\"":            `keys.toml:1: "command.a b" is not [command.NAME]; NAME may have only`,
		"[command.a]\nrun = \"x\"\nkeys = \"g g\"":  `keys.toml:3: "g g" is bound to command.a here, but "g g" to pane.top in default`,
		"[command.a]\nrun = \"x\"\nkeys = \"q\"":    `keys.toml:3: "q" is bound to command.a here, but "q" to global.quit in default`,
		"[command.a]\nrun = \"x\"\nkeys = \"g e\"\n[command.b]\nrun = \"x\"\nkeys = \"g e\"": `keys.toml:`,
	} {
		_, problems := Parse("", "keys.toml", []byte(toml))
		if len(problems) == 0 || !strings.HasPrefix(problems[0].Error(), want) {
			t.Errorf("%q: %v, want %s", toml, problems, want)
		}
	}
}
