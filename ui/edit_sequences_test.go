package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// next presses keys and waits until everything that they started has finished.
func next(d *uitest.Driver, keys ...string) {
	d.Keys(keys...)
	d.Pass(time.Second)
}

// Sequence 2 and 5: from the file pane, at the end of the document.
func TestMarkdownAtTheEndFromThePane(t *testing.T) {
	atDesk(t, 80, 24, nil, func(d *uitest.Driver, k *desk) {
		to(d, "2024")
		next(d, "f4")
		d.Has("(o) end of the document")
		d.Send(uitest.Paste("Last words."))
		next(d, "ctrl+s")
		d.Has("+ Last words.", "version 1 (fails if someone edits first)")
		next(d, "enter")
		k.want(t, "| May | Alpha |", "Last words.")
		d.Has("2024 plan is saved: version 2")
	})
}

// Sequence 3: all matches are shown, some are picked.
func TestReplacePickedMatches(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("r")
		d.Type("Alpha")
		d.Keys("enter")
		d.Type("Gamma")
		next(d, "enter")
		d.Has(`3 matches of "Alpha"`, "In scope", "Timeline")
		d.Keys("space", "j", "space") // the first and the third
		d.Has("2 taken")
		next(d, "enter")
		d.Has("Replace in", "- Alpha and beta.", "+ Gamma", "version 1")
		next(d, "y")
		k.want(t, "Gamma and beta. Alpha again.", "| May | Gamma |")
		d.Has("2024 plan is saved: version 2; u undoes it")
	})
}

func TestReplaceAllMatches(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("r")
		d.Type("Alpha")
		d.Keys("enter")
		d.Type("Gamma")
		next(d, "enter")
		d.Keys("a")
		d.Has("3 taken")
		next(d, "enter")
		next(d, "y")
		k.want(t, "Gamma and beta. Gamma again.", "| May | Gamma |")
		d.Has("2024 plan is saved: version 2; u undoes it") // not that the replaced text is gone
		next(d, "r")
		d.Keys("ctrl+u")
		d.Type("nowhere")
		d.Keys("enter")
		d.Type("x")
		next(d, "enter")
		d.Has(`"nowhere" not found in version 2`)
	})
}

// Sequence 4: bold and red.
func TestFormatAMatch(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("F")
		d.Type("first phase")
		d.Keys("ctrl+s")
		d.Has("choose what to set")
		d.Keys("right") // bold: on
		d.Keys("tab", "tab", "tab", "tab", "tab")
		d.Type("red")
		d.Has("a colour is six hexadecimal digits")
		d.Keys("ctrl+s", "ctrl+u")
		d.Type("#c00000")
		next(d, "ctrl+s")
		d.Has("Format in", "bold on, colour C00000")
		next(d, "y")
		k.want(t, "The **first phase** covers")
	})
}

// Sequence 7: before the title and after it are two places.
func TestTheStartOfADocumentIsTwoPlaces(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "2024 plan")
		d.Keys("i")
		d.Has("(o) after the title ", "( ) before the title ")
		d.Keys("down")
		d.Send(uitest.Paste("Zeroth."))
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "Zeroth.", "2024 plan", "An opening line.")
	})
}

// At a match in the reader, before and after it.
func TestMarkdownAtAMatch(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("f")
		d.Type("first phase")
		next(d, "enter")
		d.Keys("A", "t")
		d.Has("( ) before the found text", "(o) after the found text")
		d.Keys("tab")
		d.Type(" (long)")
		next(d, "ctrl+s")
		d.Has("+  (long)", "The first phase", "covers the web")
		next(d, "y")
		k.want(t, "The first phase (long) covers")
	})
}

// Sequence 8 and 9: into a cell, and into a box.
func TestTextIntoACellAndABox(t *testing.T) {
	setup := func(_ *ui.Deps, k *desk) {
		p := func(s string) *word.Paragraph { return word.NewParagraph(word.Format{}, word.Text(s)) }
		k.Blocks(k.plan, word.NewParagraph(word.Format{Level: word.Title}, word.Text("2024 plan")),
			word.NewTable([]word.Cell{word.NewCell(p("May")), word.NewCell(p("Alpha"))}),
			word.NewBox(word.TextBox, "", "", p("boxed")), p("behind"))
	}
	atDesk(t, 100, 30, setup, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("A")
		next(d, "c")
		d.Has("table 1, row 1, column 2", "Alpha", "box 1 (text box)", "boxed")
		d.Keys("j", "enter")
		d.Type(" two")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "| May | Alpha two |")
		d.Keys("A")
		next(d, "c")
		d.Keys("G", "enter")
		d.Type(" text")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "boxed text")
	})
}

// Sequence 10: a comment on one of the matches, and a reply to it.
func TestCommentAndReply(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "")
		d.Keys("c")
		d.Type("Alpha")
		d.Keys("enter")
		d.Type("Which one?")
		d.Keys("ctrl+j")
		d.Type("Second line.")
		next(d, "ctrl+s")
		d.Has(`3 matches of "Alpha"`)
		next(d, "j", "enter")
		d.Has("Comment in", "+ Which one?", "+ Second line.", "possible: the service undoes it")
		next(d, "y")
		d.Has("version 2")
		next(d, "C")
		d.Has("Li Na: Which one?")
		d.Keys("r")
		d.Type("This one.")
		next(d, "ctrl+s") // a reply changes no text: it is made at once, as a comment is
		d.Has("version 3")
		next(d, "C")
		d.Has("Li Na: Which one?", "    Li Na: This one.")
		if n := len(k.Doc(k.plan).Now().Comments()); n != 2 {
			t.Errorf("%d comments", n)
		}
		next(d, "enter")
		d.HasNot("Comments of")
	})
}

// A comment on what was searched for goes to the match that the reader shows, without a question.
func TestACommentTakesTheMatchUnderTheCursor(t *testing.T) {
	for at, n := range map[int64]int{82: 1, 98: 2} {
		atDesk(t, 100, 30, besideMemory, func(d *uitest.Driver, k *desk) {
			open(d, "2024", "")
			d.Keys("f")
			d.Type("Alpha")
			next(d, "enter")
			for range n - 1 {
				next(d, "n")
			}
			d.Has(fmt.Sprintf("match %d/3", n))
			next(d, "c", "?", "enter") // it changes no text, so no plan is shown
			d.HasNot(`3 matches of "Alpha"`, "Comment in")
			if c := engine.Comments(k.Doc(k.plan).Now()).All; len(c) != 1 || c[0].Text != "?" || c[0].Range.Begin != at {
				t.Errorf("%+v", c)
			}
		})
	}
}

const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"

// Sequence 11, and what it needs: an image from this computer, and another one in
// its place.
func TestImages(t *testing.T) {
	setup := func(_ *ui.Deps, k *desk) {
		write(t, k.dir, "one.png", png)
		write(t, k.dir, "two.png", png+"more")
		write(t, k.dir, "no.png", "not an image")
	}
	atDesk(t, 100, 30, setup, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "Scope")
		d.Keys("A", "i")
		d.Has("Insert an image at", "no.png") // the other pane's cursor is on it
		d.Keys("tab")
		next(d, "ctrl+s")
		d.Has("not an image")
		d.Keys("A", "i", "tab", "ctrl+u")
		d.Type("disk:" + k.dir + "/one.png")
		d.Keys("tab")
		d.Keys("down")
		d.Type("40")
		d.Keys("tab")
		for _, no := range []string{"x", "-1"} {
			d.Type(no)
			d.Keys("ctrl+s")
			d.Has("enter a whole number, 0 or more")
			d.Keys("ctrl+u")
		}
		d.Type("0") // as in the image, like on the command line
		next(d, "ctrl+s")
		d.Has("+ image one.png", "40 pixels wide")
		next(d, "y")
		next(d, "p")
		d.Has("Images of 2024 plan", "attachment att-image1.png")
		d.Keys("r", "ctrl+u")
		d.Type("disk:" + k.dir + "/two.png")
		next(d, "ctrl+s")
		d.Has("- att-image1.png", "+ image two.png")
		next(d, "y")
		d.Has("version 3")
	})
}

func TestTasksTablesBreaksAndParagraphs(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "Out of scope")
		d.Keys("t", "tab")
		d.Type("write")
		d.Keys("enter")
		d.Type("x read")
		next(d, "ctrl+s")
		d.Has("+ [ ] write", "+ [x] read")
		next(d, "y")
		k.want(t, "## Out of scope", "- [ ] write", "- [x] read")
		d.Keys("A", "b", "tab", "ctrl+u")
		d.Type("0")
		d.Keys("ctrl+s")
		d.Has("enter a whole number, 1 or more", "New table at")
		d.Keys("ctrl+u")
		d.Type("2")
		next(d, "ctrl+s")
		d.Has("empty table, rows: 2, columns: 2")
		next(d, "y")
		d.Has("version 4") // a heading with nothing under it takes a paragraph first
		d.Keys("A", "p", "tab")
		d.Type("Deeper")
		d.Keys("tab", "right", "right", "right")
		d.Has("< heading 3 >")
		next(d, "ctrl+s")
		d.Has("+ ### Deeper")
		next(d, "y")
		k.want(t, "## Out of scope", "### Deeper")
		d.Keys("A", "g")
		next(d, "ctrl+s")
		d.Has("--- page break ---")
		next(d, "y")
		d.Has("is saved: version")
	})
}

func TestUndoAndHistory(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		before := k.Doc(k.plan).Markdown()
		open(d, "2024", "Scope")
		next(d, "u")
		d.HasNot("Undo the last edit of")
		d.Keys("i")
		d.Send(uitest.Paste("Too much."))
		next(d, "ctrl+s")
		next(d, "y")
		if k.Doc(k.plan).Markdown() == before {
			t.Fatal("nothing was inserted")
		}
		next(d, "U")
		d.Has("> Markdown  Scope", "v 2")
		next(d, "u")
		d.Has("Undo the last edit of", "the service undoes version 2", "- Too much.")
		next(d, "y")
		d.Has("the edit of 2024 plan is undone: version 3")
		if got := k.Doc(k.plan).Markdown(); got != before {
			t.Errorf("after the undo:\n%s", got)
		}
		next(d, "U")
		d.Has("> undo  Scope", "  Markdown  Scope", "undone")
	})
}

// Somebody else writes between reading and edit: the edit is not made, the changes
// are listed, and the same is found again in the new version.
func TestSomebodyElseEditsFirst(t *testing.T) {
	for _, when := range []string{"before the plan", "behind the plan"} {
		t.Run(when, func(t *testing.T) {
			atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
				open(d, "2024", "In scope")
				d.Keys("i")
				d.Send(uitest.Paste("Mine."))
				if when == "before the plan" {
					k.Other(k.plan, "# Theirs\n\nNew.")
					next(d, "ctrl+s")
				} else {
					next(d, "ctrl+s")
					k.Other(k.plan, "# Theirs\n\nNew.")
					next(d, "y")
				}
				d.Has("2024 plan has changed", "version 1", "version 2", `added    "Theirs"`, "Your edit was not applied.", "is kept")
				if k.Calls["edit"] != 0 {
					t.Errorf("%d edits were made", k.Calls["edit"])
				}
				next(d, "r")
				d.Has("+ Mine.", "version 2 (fails")
				next(d, "y")
				k.want(t, "## In scope", "Mine.", "# Theirs")
				d.Has("version 3")
			})
		})
	}
}

// Looking at the document first loses nothing of what was typed.
func TestWhatWasTypedIsKept(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("Mine.\nAnd more."))
		k.Other(k.plan, "# Theirs")
		next(d, "ctrl+s")
		next(d, "v")
		d.Has("Theirs", "version 2")
		d.Keys("i")
		d.Has("your earlier text is filled in", "Mine.", "And more.", "version 2 (fails")
		d.Keys("esc")
		d.Has("your text is kept")
		d.Keys("i")
		d.Has("And more.")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "Mine.", "And more.")
		d.Keys("i")
		d.HasNot("Mine.\nAnd")
		d.HasNot("your earlier text")
	})
}

func TestCompareAndSave(t *testing.T) {
	atDesk(t, 120, 40, nil, func(d *uitest.Driver, k *desk) {
		to(d, "2025")
		d.Keys("g", "=") // the same folder on the right
		d.Keys("tab")
		to(d, "2025")
		d.Keys("tab")
		open(d, "2024", "")
		d.Keys("=")
		d.Has(`with "2025 plan"`)
		next(d, "o")
		d.Has("2024 plan, version 1  |  2025 plan, version 1", "+", "Costs", "Timeline")
		d.Keys("end", "enter")
		d.Has("# Comparison", "Costs")
		d.Keys("esc")
		d.Keys("e", "ctrl+u")
		d.Type("disk:" + k.dir + "/what.md")
		next(d, "ctrl+s")
		d.Has("saved as")
		next(d, "e")
		d.Keys("ctrl+u")
		d.Type("disk:" + k.dir + "/what.md")
		next(d, "ctrl+s")
		d.Has("what.md") // it is there already: nothing is overwritten
		d.HasNot("saved as disk")
		d.Keys("esc", "esc")
		k.Other(k.plan, "# More")
		next(d, "=", "v")
		d.Keys("ctrl+u")
		d.Type("1")
		next(d, "ctrl+s")
		d.Has("2024 plan, version 1  |  2024 plan, version 2", "More")
	})
}

// What cannot be edited says so in one sentence, and nothing opens.
func TestWhatCannotBeEdited(t *testing.T) {
	setup := func(_ *ui.Deps, k *desk) {
		k.NoTool = map[model.EditKind]bool{model.EditTask: true, model.EditMarkdown: true}
	}
	atDesk(t, 100, 30, setup, func(d *uitest.Driver, k *desk) {
		to(d, "Budget")
		next(d, "f4")
		d.Has("only Word documents can be edited, and this is a")
		d.Keys("E")
		d.HasNot("Edit Budget")
		d.Keys("tab")
		next(d, "f4")
		d.HasNot("Insert Markdown")
		d.Keys("tab")
		open(d, "2024", "Scope")
		next(d, "t")
		d.Has("the service has no tool for task")
		next(d, "i")
		d.Has("the service has no tool for markdown")
		d.Keys("A", "k")
		d.Has("the service has no tool for task", "Add to 2024 plan")
		d.Keys("esc", ":")
		d.Type("tasks here")
		d.Keys("enter")
		d.Has("the service has no tool for task")
		d.Keys("esc")
	})
}

func TestBadFilesAreRefused(t *testing.T) {
	setup := func(_ *ui.Deps, k *desk) {
		write(t, k.dir, "latin.md", "caf\xe9")
		write(t, k.dir, "empty.md", " \n")
		write(t, k.dir, "big.md", strings.Repeat("long line\n", 1<<19))
		write(t, k.dir, "good.md", "\xef\xbb\xbfFrom a *file*.\r\n")
	}
	atDesk(t, 100, 30, setup, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "Scope")
		for _, f := range []struct{ name, said string }{
			{"latin.md", "is not UTF-8 text"}, {"empty.md", "is empty"}, {"big.md", "is larger than 4 MB"}, {"none.md", "none.md"}, {"", "choose a file"},
		} {
			d.Keys("i", "tab", "right", "tab", "ctrl+e")
			d.Type(f.name)
			next(d, "ctrl+s")
			d.Has(f.said)
			d.Keys("esc")
		}
		d.Keys("i", "tab", "right", "tab")
		d.Type("goo")
		next(d, "tab")
		d.Has("good.md")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "# Scope", "From a _file_.")
		if k.Calls["edit"] != 1 {
			t.Errorf("%d edits", k.Calls["edit"])
		}
	})
}
