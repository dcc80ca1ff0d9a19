//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/keep"
	"aloft/cmd/aloft/console"
	driver "aloft/ui/uitest/terminal"
)

// keyboard is the screen of somebody who starts the program for the first time: the
// wiring of the program itself, over the local service with its sample. Commands in
// processes of their own check the results.
type keyboard struct {
	*driver.Session
	t     *testing.T
	app   *app
	home  string
	files string   // a folder of this computer
	said  *os.File // what the program prints outside the screen
	more  []string // environment of the terminal
}

// sitDown opens the screen with documents on the left and a folder of this computer
// on the right.
func sitDown(t *testing.T, left string, files map[string][]byte) *keyboard {
	t.Helper()
	k := &keyboard{t: t, home: t.TempDir(), files: t.TempDir()}
	for name, data := range files {
		if err := os.WriteFile(k.files+"/"+name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ownPort(t, k.home)
	k.open(left, "disk:"+k.files)
	return k
}

// open opens the screen on two places.
func (k *keyboard) open(left, right string) {
	k.t.Helper()
	said, err := os.Create(filepath.Join(k.t.TempDir(), "said"))
	if err != nil {
		k.t.Fatal(err)
	}
	a := newApp(os.Stdin, os.Stdout, said)
	k.app, k.said = a, said
	a.session.Scale, a.con.OnScreen = 1, true
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"} {
		a.con.SetEnv(name, "")
	}
	a.con.SetEnv("HOME", k.home)
	if _, err := a.session.Load(); err != nil {
		k.t.Fatal(err)
	}
	l, r, _, err := a.screen.StartPlaces([]string{left, right})
	if err != nil {
		k.t.Fatal(err)
	}
	d, stop, err := a.screen.Deps(l, r, keep.Open(a.session.KeepDir()))
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() {
		stop()
		a.receiver.Close()
		if err := errors.Join(a.close(), said.Close()); err != nil {
			k.t.Error(err)
		}
	})
	d.Environ = append([]string{"LANG=C.UTF-8", "TERM=xterm-256color"}, k.more...)
	k.Session = driver.Open(k.t, d, 110, 34)
	k.Shows("Welcome to aloft")
	k.Keys("enter")
	k.Hides("Welcome to aloft", "Loading")
}

// aloft returns what a command prints, which must succeed.
func (k *keyboard) aloft(args ...string) string {
	k.t.Helper()
	c := exec.Command("aloft", args...)
	c.Env = []string{"HOME=" + k.home, "PATH=" + os.Getenv("PATH")}
	out, err := c.Output() // without what it says about waiting, on a busy machine
	if err != nil {
		k.t.Fatalf("aloft %s: %v, %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// facts is the JSON of the commands that read a document.
type facts struct {
	Version  int64  `json:"version"`
	Position int64  `json:"position"`
	Context  string `json:"preceding_text"`
	Outlines []struct {
		Title      string `json:"title"`
		TitleStart int64  `json:"title_start"`
		Children   []struct {
			Title      string `json:"title"`
			TitleStart int64  `json:"title_start"`
		} `json:"children"`
	} `json:"outlines"`
	Nodes []struct {
		Type string `json:"type"`
		End  int64  `json:"end_index"`
		Rows []struct {
			Cells []struct {
				Preview string `json:"text_preview"`
			} `json:"cells"`
		} `json:"table_rows"`
		Children []struct {
			Preview string `json:"text_preview"`
		} `json:"children"`
	} `json:"nodes"`
	Matches []struct {
		Begin int64 `json:"begin"`
		End   int64 `json:"end"`
	} `json:"matches"`
	Comments []struct {
		Begin int64  `json:"begin"`
		End   int64  `json:"end"`
		Text  string `json:"text"`
	} `json:"comments"`
	Images []struct {
		Position int64  `json:"position"`
		URL      string `json:"image_url"`
		Attached string `json:"attachment_id"`
	} `json:"images"`
}

// facts asks a command about a document.
func (k *keyboard) facts(args ...string) facts {
	k.t.Helper()
	var f facts
	if err := json.Unmarshal([]byte(k.aloft(append(args, "--json")...)), &f); err != nil {
		k.t.Fatal(err)
	}
	return f
}

// holds: the document has the parts, in this order and none twice.
func (k *keyboard) holds(doc string, parts ...string) {
	k.t.Helper()
	all := k.aloft("cat", doc)
	rest := all
	for _, p := range parts {
		_, after, ok := strings.Cut(rest, p)
		if !ok {
			k.t.Fatalf("%q is not there, or not behind the one before, in\n%s", p, all)
		}
		rest = after
	}
}

// inFile looks for bytes in a part of the exported document.
func (k *keyboard) inFile(doc, part string, want []byte) {
	k.t.Helper()
	out := k.t.TempDir()
	k.aloft("export", doc, "-o", out)
	files, err := filepath.Glob(out + "/*.docx")
	if err != nil || len(files) != 1 {
		k.t.Fatalf("%q was exported: %v", files, err)
	}
	if err := inZip(files[0], part, want); err != nil {
		k.t.Fatal(err)
	}
}

const planner = "docs:/Projects/Garden planner"

const aReport = planner + "/Project report"

// read opens the sample's report in the reader, with the cursor on a heading.
func (k *keyboard) read(heading string) {
	k.t.Helper()
	k.Shows("Project report", "Rules of the")
	k.Keys("/")
	k.Shows("filter:")
	k.Type("report")
	k.Keys("enter")
	k.Shows("> ≣ Project report")
	k.Keys("f3")
	k.Shows("How plots are counted", "version 1")
	if heading != "" {
		k.Keys("/")
		k.Shows("headings:")
		k.Type(heading)
		k.Keys("enter", "esc")
		k.Until("is at "+heading, func(screen string) bool {
			for line := range strings.Lines(screen) {
				if tree, _, ok := strings.Cut(line, "│"); ok && strings.Contains(tree, ">") && strings.Contains(tree, heading) {
					return !strings.Contains(screen, "headings:")
				}
			}
			return false
		})
	}
}

// agree says yes to the plan that holds the texts, and waits for the version it
// makes.
func (k *keyboard) agree(version int, texts ...string) {
	k.t.Helper()
	k.Shows(append(texts, "fails if someone edits first", "Esc back ─")...)
	k.Keys("y")
	k.Shows(fmt.Sprintf("is saved: version %d", version))
}

func TestSequencesFromKeys(t *testing.T) {
	for i, sequence := range []func(*testing.T){
		sequence1, sequence2, sequence3, sequence4, sequence5, sequence6, sequence7, sequence8, sequence9, sequence10, sequence11,
	} {
		if testing.Short() && i%3 != 0 {
			continue // what could race is the same in all
		}
		t.Run(fmt.Sprintf("sequence %d", i+1), sequence)
	}
}

// A document is made, gets its content in Markdown at its last position, and then
// another title.
func sequence1(t *testing.T) {
	k := sitDown(t, "docs:/", nil)
	k.Keys("a")
	k.Shows("New in docs:/", "text document")
	k.Keys("d")
	k.Shows("title")
	k.Type("Draft")
	k.Keys("enter")
	k.Shows("> ≣ Draft")
	last := k.facts("doc", "pos", "docs:/Draft").Position
	k.Keys("f4")
	k.Shows("(o) end of the document")
	k.Paste("## Summary\n\nThe hedge was **cut**.\n")
	k.Shows("The hedge was")
	k.Keys("ctrl+s")
	k.agree(2, `Insert into "Draft"`, "+ The hedge was cut.")
	k.Keys("r")
	k.Shows("Enter done")
	k.Keys("ctrl+u")
	k.Type("Annual report")
	k.Keys("enter")
	k.Shows("renamed")

	f := k.facts("outline", "docs:/Annual report")
	if f.Version != 2 || len(f.Outlines) != 1 || len(f.Outlines[0].Children) != 1 || f.Outlines[0].Children[0].Title != "Summary" {
		t.Fatalf("%+v", f)
	}
	if got := f.Outlines[0].Children[0].TitleStart; got != last {
		t.Errorf("it was inserted at %d, the last position was %d", got, last)
	}
	k.holds("docs:/Annual report", "# Draft", "## Summary", "The hedge was **cut**.")
	if l := k.aloft("ls", "docs:/"); strings.Contains(l, "Draft") {
		t.Errorf("the old title is still there:\n%s", l)
	}
}

// A place is chosen in the outline, and edited.
func sequence2(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("What comes next")
	k.Keys("t")
	k.Shows("(o) start of the section body")
	k.Keys("tab")
	k.Type("Count the plots")
	k.Keys("enter")
	k.Type("x Sharpen the spades")
	k.Keys("ctrl+s")
	k.agree(2, "+ [ ] Count the plots", "+ [x] Sharpen the spades")
	k.holds(aReport, "# What comes next", "- [ ] Count the plots", "- [x] Sharpen the spades", "- [x] Read the water meter")
}

// A match is picked and replaced; then everything is.
func sequence3(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("")
	k.Keys("r")
	k.Shows("Find and replace")
	k.Type("plots")
	k.Keys("enter")
	k.Type("beds")
	k.Keys("enter")
	k.Shows(`3 matches of "plots"`, "Esc back ─")
	k.Keys("j", "space")
	k.Shows("1 taken")
	k.Keys("enter")
	k.agree(2, "Replace in", "- The plan of all plots", "+ The plan of all beds")
	k.holds(aReport, "**sixty plots**", "The plan of all beds is drawn.", "## How plots are counted")

	k.Keys("r")
	k.Shows("Find and replace")
	k.Keys("ctrl+u")
	k.Type("plots")
	k.Keys("enter", "ctrl+u")
	k.Type("patches")
	k.Keys("enter")
	k.Shows(`2 matches of "plots"`, "Esc back ─")
	k.Keys("a")
	k.Shows("2 taken")
	k.Keys("enter")
	k.agree(3, "Replace in", "sixty patches and", "+ How patches are counted")
	k.holds(aReport, "**sixty patches**", "The plan of all beds is drawn.", "## How patches are counted")
	if code, _ := runIn(t, k.home, "doc", "find", aReport, "plots"); code != console.ExitNotFound {
		t.Errorf("exit code %d", code)
	}
}

// Found text becomes bold and red.
func sequence4(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("")
	at := k.facts("doc", "find", aReport, "pump was repaired")
	k.Keys("F")
	k.Shows("Format")
	k.Type("pump was repaired")
	k.Keys("tab", "right")
	k.Keys("tab", "tab", "tab", "tab", "tab")
	k.Type("C00000")
	k.Keys("ctrl+s")
	k.agree(2, "Format in", "bold on, colour C00000")
	k.holds(aReport, "- The **pump was repaired**, and paid.")
	k.inFile(aReport, "word/document.xml", []byte(`w:val="C00000"`))
	if now := k.facts("doc", "find", aReport, "pump was repaired"); now.Version != 2 || now.Matches[0] != at.Matches[0] {
		t.Errorf("%+v, it was %+v", now, at)
	}
}

// Something is appended at the document's end.
func sequence5(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("The survey")
	last := k.facts("doc", "pos", aReport).Position
	k.Keys("a")
	k.Shows("(o) end of the document")
	k.Paste("### Thanks\n\nTo all.")
	k.Shows("To all.")
	k.Keys("ctrl+s")
	k.agree(2, "+ To all.")
	k.holds(aReport, "return row*10", "### Thanks", "To all.\n")
	// An empty paragraph separates the heading from the code above it.
	if f := k.facts("doc", "find", aReport, "Thanks"); len(f.Matches) != 1 || f.Matches[0].Begin != last+1 {
		t.Errorf("%+v; the last position was %d", f.Matches, last)
	}
	if f := k.facts("doc", "pos", aReport); !strings.HasSuffix(f.Context, "To all.") {
		t.Errorf("the last position is %d behind %q", f.Position, f.Context)
	}
}

// At the start and at the end of a heading's body.
func sequence6(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("The survey")
	k.Keys("i")
	k.Shows("(o) start of the section body", "( ) end of the section body")
	k.Paste("First of all.")
	k.Keys("ctrl+s")
	k.agree(2, "+ First of all.")
	k.Shows("version 2")
	k.Keys("i")
	k.Shows("(o) start of the section body", "version 2")
	k.Keys("down")
	k.Shows("(o) end of the section body")
	k.Paste("Last of all.")
	k.Keys("ctrl+s")
	k.agree(3, "+ Last of all.")
	k.holds(aReport, "## The survey", "First of all.", "Most of them want", "survey.png", "Last of all.", "## What it cost")
}

// The start of a document is two places, so which one is asked.
func sequence7(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("")
	k.Keys("i")
	k.Shows("(o) after the title", "( ) before the title")
	k.Paste("Behind the title.")
	k.Keys("ctrl+s")
	k.agree(2, "+ Behind the title.")
	k.Shows("version 2")
	k.Keys("i")
	k.Shows("( ) before the title", "version 2")
	k.Keys("down")
	k.Shows("(o) before the title")
	k.Paste("Before the title.")
	k.Keys("ctrl+s")
	k.agree(3, "+ Before the title.")
	k.holds(aReport, "Before the title.", "# Project report", "Behind the title.", "Garden planner, first quarter")
}

// A cell is chosen by its row and column.
func sequence8(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("")
	k.Keys("A")
	k.Shows("Add to")
	k.Keys("c")
	k.Shows("table 1, row 2, column 3")
	k.Keys("j", "j", "j", "j", "j")
	k.Shows("> table 1, row 2, column 3")
	k.Keys("enter")
	k.Shows("Insert")
	k.Type(", paid")
	k.Keys("ctrl+s")
	k.agree(2, ", paid")
	for _, n := range k.facts("doc", "structure", aReport).Nodes {
		if n.Type == "Table" && n.Rows[1].Cells[2].Preview == "84.50, paid" {
			return
		}
	}
	t.Errorf("the cell is not changed:\n%s", k.aloft("cat", aReport))
}

// Inside a text box, after its last paragraph.
func sequence9(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("In this order")
	k.Keys("A")
	k.Shows("Add to")
	k.Keys("c")
	k.Shows("> table 1, row 1, column 1", "box 2 (")
	k.Keys("end", "k")
	k.Shows("> box 2 (")
	k.Keys("enter")
	k.Shows("Insert")
	k.Type(" Always.")
	k.Keys("ctrl+s")
	k.agree(2, "Always.")
	for _, n := range k.facts("doc", "structure", aReport).Nodes {
		if n.Type == "TextBox" && len(n.Children) == 2 && n.Children[1].Preview == "Bring them back clean. Always." {
			return
		}
	}
	t.Errorf("the box is not changed:\n%s", k.aloft("cat", aReport))
}

// Found text gets a comment.
func sequence10(t *testing.T) {
	k := sitDown(t, planner, nil)
	k.read("")
	k.Keys("c")
	k.Shows("Comment")
	k.Type("second pipe")
	k.Keys("enter")
	k.Type("Which one is that?")
	k.Keys("ctrl+s")
	k.agree(2, "Comment in", "+ Which one is that?")
	found := k.facts("doc", "find", aReport, "second pipe").Matches
	for _, c := range k.facts("doc", "comments", aReport).Comments {
		if c.Text == "Which one is that?" && len(found) == 1 && c.Begin == found[0].Begin && c.End == found[0].End {
			return
		}
	}
	t.Errorf("there is no such comment:\n%s", k.aloft("doc", "comments", aReport))
}

// An image is replaced by a file of the other pane.
func sequence11(t *testing.T) {
	img := pixelOf(t)
	k := sitDown(t, planner, map[string][]byte{"new.png": img})
	before := k.facts("doc", "images", aReport).Images
	k.Keys("tab", "j")
	k.Shows("> ◪ new.png")
	k.Keys("tab")
	k.read("")
	k.Keys("p")
	k.Shows("Images of Project report", "> 1 ")
	k.Keys("r")
	k.Shows("new.png")
	k.Keys("ctrl+s")
	k.agree(2, "Replace in", "+ image new.png")
	after := k.facts("doc", "images", aReport).Images
	if len(before) != 1 || len(after) != 1 || after[0].Position != before[0].Position || after[0] == before[0] {
		t.Errorf("%+v, it was %+v", after, before)
	}
	k.inFile(aReport, "word/media/aloft1.png", img)
}
