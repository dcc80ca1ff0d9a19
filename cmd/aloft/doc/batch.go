package doc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// batchLine is an edit as a script writes it.
type batchLine struct {
	Edit string `json:"edit"`
	At   string `json:"at"`
	Nth  int    `json:"nth"`

	Old  string `json:"old"`
	Text string `json:"text"`
	Pick []int  `json:"pick"`
	All  bool   `json:"all"`

	Level     string      `json:"level"`
	List      string      `json:"list"`
	ListLevel int         `json:"list_level"`
	Indent    int         `json:"indent"`
	Tasks     []batchTask `json:"tasks"`
	Rows      int         `json:"rows"`
	Cols      int         `json:"cols"`

	File    string `json:"file"`
	ImageID string `json:"image_id"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Image   int    `json:"image"`

	Bold       *bool  `json:"bold"`
	Italic     *bool  `json:"italic"`
	Underline  *bool  `json:"underline"`
	Strike     *bool  `json:"strike"`
	SmallCaps  *bool  `json:"small_caps"`
	Color      string `json:"color"`
	Background string `json:"background"`

	Reply string `json:"reply"`
}

type batchTask struct {
	Text string `json:"text"`
	Done bool   `json:"done"`
}

// batchKinds are the edits that a batch can have.
func batchKinds() []string {
	return []string{
		string(model.EditMarkdown), string(model.EditText), string(model.EditParagraph), string(model.EditTask), string(model.EditTable),
		string(model.EditImage), string(model.EditPageBreak), string(model.EditReplace), string(model.EditFormat), string(model.EditComment),
		string(model.EditReplaceImage),
	}
}

func (cs *Commands) batchCommand() *cobra.Command {
	var e editing
	c := &cobra.Command{
		Use: "batch PLACE [FILE|-]", Short: cs.con.Say("make several edits in one go"), Long: cs.con.Say(`FILE (or standard input) has one JSON object a line, each an edit: {"edit": KIND, …} with
KIND one of markdown, text, paragraph, task, table, image, page-break, replace, format,
comment, replace-image, and the keys at, nth, old, text, pick (a list of numbers), all,
level, list, list_level, indent, tasks ([{"text", "done"}]), rows, cols, file, image_id,
width, height, bold, italic, underline, strike, small_caps, color, background, reply, image.
All places are looked for in one version; then the edits run from the end of the document
to its start, so that none moves the place of another.`), Args: console.WantArgs(1, 2),
		ValidArgsFunction: cs.places.PlaceThenFiles(),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			data, err := cs.brought(c, args)
			if err != nil {
				return err
			}
			edits, err := cs.batch(c, args[0], data, &e)
			if err != nil {
				return err
			}
			return cs.edit(c, args[0], e, "batch", edits...)
		}),
	}
	cs.editFlags(c, &e)
	return c
}

// batch reads the lines. A mistake in one of them is told before anything is
// looked for.
func (cs *Commands) batch(c *cobra.Command, arg, data string, e *editing) ([]chosen, error) {
	var out []chosen
	n := 0
	for line := range strings.Lines(data) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var b batchLine
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		d.DisallowUnknownFields()
		err := d.Decode(&b)
		if err == nil {
			var rest json.RawMessage
			if err = d.Decode(&rest); err == nil {
				err = client.Errorf(client.KindInvalid, "usage", model.Place{}, "there is more than one JSON object in it")
			} else if errors.Is(err, io.EOF) {
				err = nil
			}
		}
		var x chosen
		if err == nil {
			x, err = cs.batchEdit(c, arg, b, e)
		}
		if err != nil {
			return nil, console.UsageErrorFor(c, "line %d: %s; nothing was changed", n, cs.saidAlone(err))
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		return nil, console.UsageErrorFor(c, "there is no edit in it")
	}
	return out, nil
}

// saidAlone is an error without what to do about it: the line has its own hint.
func (cs *Commands) saidAlone(err error) string {
	var e *client.Error
	if errors.As(err, &e) {
		bare := *e
		bare.Hint = ""
		return cs.con.Explain(&bare)
	}
	return cs.con.Explain(err)
}

// batchEdit makes an edit of a line, by the rules of the commands.
func (cs *Commands) batchEdit(c *cobra.Command, arg string, b batchLine, e *editing) (chosen, error) {
	x := chosen{EditAt: client.EditAt{Edit: model.Edit{Kind: model.EditKind(b.Edit), Old: b.Old, Text: b.Text}, Pick: b.Pick}, all: b.All}
	var err error
	needsAt := true
	switch x.Edit.Kind {
	case model.EditReplace, model.EditFormat, model.EditComment:
		needsAt = false
		err = b.match(c, &x)
	case model.EditReplaceImage:
		needsAt = false
		if b.Image < 1 {
			return x, needs("image")
		}
		if x.Edit.Image, err = cs.image(c, b.File, picture{id: b.ImageID}); err == nil {
			x, _, err = cs.oldImage(arg, b.Image, &e.base, x.Edit)
		}
	case model.EditMarkdown:
		if strings.TrimSpace(b.Text) == "" {
			err = needs("text")
		}
	case model.EditText:
		err = oneLine(b.Text, true)
	case model.EditParagraph:
		if err = oneLine(b.Text, false); err == nil {
			s := styling{level: b.Level, list: b.List, depth: b.ListLevel, indent: b.Indent}
			x.Edit.Paragraph, err = s.style(c)
		}
	case model.EditTask:
		err = b.tasks(&x)
	case model.EditTable:
		if x.Edit.Rows, x.Edit.Cols = b.Rows, b.Cols; b.Rows < 1 || b.Cols < 1 {
			err = console.UsageErrorFor(c, text.CliTableSize, b.Rows, b.Cols)
		}
	case model.EditImage:
		x.Edit.Image, err = cs.image(c, b.File, picture{b.ImageID, b.Width, b.Height})
	case model.EditPageBreak:
	default:
		err = console.UsageErrorFor(c, "%q is no edit; it is one of %s", b.Edit, strings.Join(batchKinds(), ", "))
	}
	if err != nil || !needsAt {
		return x, err
	}
	if b.At == "" {
		return x, needs("at")
	}
	x.At, err = whereOf(c, b.At, b.Nth, b.Nth != 0)
	return x, err
}

// match reads the edit of a text that stands in the document.
func (b batchLine) match(c *cobra.Command, x *chosen) error {
	switch {
	case b.All && len(b.Pick) > 0:
		return console.UsageErrorFor(c, text.CliPickOrAll)
	case b.Old == "" && (x.Edit.Kind != model.EditComment || b.Reply == ""):
		return needs("old")
	case x.Edit.Kind == model.EditComment && b.Text == "":
		return needs("text")
	case x.Edit.Kind == model.EditFormat:
		p := model.TextProps{
			Bold: b.Bold, Italic: b.Italic, Underline: b.Underline, Strike: b.Strike, SmallCaps: b.SmallCaps, Color: b.Color, Background: b.Background,
		}
		for _, s := range []string{b.Color, b.Background} {
			if s != "" && !isColor(s) {
				return console.UsageErrorFor(c, text.CliColorBad, s)
			}
		}
		if p.Empty() {
			return console.UsageErrorFor(c, text.CliFormatNothing)
		}
		x.Edit.Props = p
	}
	for _, n := range b.Pick {
		if n < 1 {
			return console.UsageErrorFor(c, text.CliPickBad, console.Itoa(int64(n)))
		}
	}
	x.Edit.Reply = b.Reply
	return nil
}

func (b batchLine) tasks(x *chosen) error {
	if len(b.Tasks) == 0 {
		return needs("tasks")
	}
	for _, t := range b.Tasks {
		if err := oneLine(t.Text, true); err != nil {
			return err
		}
		x.Edit.Tasks = append(x.Edit.Tasks, model.DocTask{Done: t.Done, Text: t.Text})
	}
	return nil
}

func needs(key string) error {
	return client.Errorf(client.KindInvalid, "usage", model.Place{}, "the key %q is missing", key)
}
