//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aloft/model/guide"
	"aloft/model/text"
)

// block is code in a page: its language and its lines.
type block struct {
	lang, text string
}

// blocks are the code of a page.
func blocks(md string) []block {
	var out []block
	for i, part := range strings.Split("\n"+md, "\n```") {
		if i%2 == 1 {
			lang, text, _ := strings.Cut(part, "\n")
			out = append(out, block{lang, text})
		}
	}
	return out
}

// pages are the README and the pages of the guide.
func pages(t *testing.T) []guide.Page {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(guide.Pages(text.English), guide.Page{Topic: "README", Text: string(readme)})
}

// translated are the pages of the guide in other languages that show what commands print;
// their code is otherwise the English pages'.
func translated() (out []guide.Page) {
	for _, l := range text.Languages() {
		for _, p := range guide.Pages(l) {
			if l != text.English && strings.Contains(p.Text, "```console") && !slices.Contains(guide.Pages(text.English), p) {
				p.Topic = l + "/" + p.Topic
				out = append(out, p)
			}
		}
	}
	return out
}

// fewPhotos leaves four photos of 2024, which has 150 MB of them.
const fewPhotos = "aloft find drive:/Photos/2024 '*.*' --print0 | tail -z -n +5 | aloft rm -0 --yes --max-delete 100"

// Every example of README and guide is run, in its order, in a new home for each page:
// "sh" must succeed, "console" must print what the page says, "toml" must be a right
// configuration. "text" is what is not run.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, p := range append(pages(t), translated()...) {
		t.Run(p.Topic, func(t *testing.T) {
			t.Parallel()
			e := &examples{home: t.TempDir(), dir: t.TempDir()}
			if l, _, ok := strings.Cut(p.Topic, "/"); ok {
				e.language = l
			}
			if strings.Contains(p.Text, "aloft cp drive:/Photos/2024 .") {
				e.sh(t, fewPhotos)
			}
			for _, b := range blocks(p.Text) {
				switch b.lang {
				case "sh":
					e.sh(t, b.text)
				case "console":
					e.console(t, b.text)
				case "toml":
					e.toml(t, b.text)
				case "text":
				default:
					t.Errorf("%q says not what it is:\n%s", b.lang, b.text)
				}
			}
		})
	}
}

// examples run in a home and a folder of their own.
type examples struct{ home, dir, language string }

func (e *examples) run(cmd string) (string, error) {
	c := exec.Command("sh", "-c", cmd)
	c.Dir, c.Env = e.dir, e.environ()
	out, err := c.CombinedOutput()
	return string(out), err
}

func (e *examples) environ() []string {
	return []string{"HOME=" + e.home, "PATH=" + os.Getenv("PATH"), "ALOFT_LANGUAGE=" + e.language}
}

// sh runs lines, each with those that it goes on in, as a whole script that stops at the
// first failure. A receiver that it starts ends with the test.
func (e *examples) sh(t *testing.T, text string) {
	if first, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(first, "aloft hook serve &") {
		ownPort(t, e.home)
		_, stop := startReceiver(t, e.environ(), e.dir)
		t.Cleanup(stop)
		text = rest
	}
	if out, err := e.run("set -ex\n" + text); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// console runs what follows a $, and compares what it prints.
func (e *examples) console(t *testing.T, text string) {
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		cmd, want, _ := strings.Cut(part, "\n")
		out, err := e.run(cmd)
		got := strings.TrimRight(strings.ReplaceAll(out, e.dir, "/home/me"), "\n")
		if err != nil || got != strings.TrimRight(want, "\n") {
			t.Errorf("%s: %v\n got: %q\nwant: %q", cmd, err, got, want)
		}
	}
}

// toml is checked in a home of its own: it may name accounts that are nowhere.
func (e *examples) toml(t *testing.T, text string) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := e.run("aloft --config '" + file + "' config check"); err != nil {
		t.Errorf("%v: %s\n%s", err, out, text)
	}
}
