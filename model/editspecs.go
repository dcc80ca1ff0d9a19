package model

import "aloft/model/text"

// editSpecs: "Editing tools" and "Parameter rules" in the specification of the
// doc tools.
var editSpecs = [...]EditSpec{
	{
		Kind: EditMarkdown, Name: "Markdown", At: EditAtPlace, Menu: EditMenu{8, "m", "Markdown"},
		Ask: "Insert Markdown at %s", Title: insertInto, Yes: text.InsertYes,
		Fields: []EditField{{Name: "text", Type: FieldMarkdown, Need: true, Label: text.TextLabel, Text: textOf}},
	},
	{
		Kind: EditText, Name: "text", At: EditAtPlace, Menu: EditMenu{1, "t", "text into a paragraph"},
		Use: "text PLACE TEXT --at WHERE", Short: "insert text into a paragraph or a table's cell",
		Ask: text.AskText, Title: insertInto, Yes: text.InsertYes,
		Fields: []EditField{{Name: "text", Type: FieldLine, Arg: true, Need: true, Label: text.TextLabel, Missing: text.NeedText, Wire: "text", Text: textOf}},
	},
	{
		Kind: EditParagraph, Name: "paragraph", At: EditAtPlace, Menu: EditMenu{2, "p", "a paragraph, heading or list item"},
		Use: "paragraph PLACE [TEXT] --at WHERE", Short: "insert a paragraph, a heading or a list item",
		Ask: "New paragraph at %s", Title: insertInto, Yes: text.InsertYes,
		Fields: []EditField{
			{Name: "text", Type: FieldLine, Arg: true, Label: text.TextLabel, Wire: "text", Text: textOf},
			{
				Name: "level", Type: FieldChoice, Choices: levels[:], Wire: "level", Digits: true,
				Help: "body, title, subtitle, or h1 to h9", Usage: "--level must be body, title, subtitle, or h1 to h9, not %q", Label: "level",
				Fault:  "there is no level %d: 0 keeps the level, 1 to 9 are headings, 10 text, 11 title, 12 subtitle; nothing was changed",
				Number: func(e *Edit) *int { return &e.Paragraph.Level },
			},
			{
				Name: "list", Type: FieldChoice, Choices: lists[:], Wire: "numbering_type", Digits: true,
				Help: "a list item: bullet or number", Usage: "--list must be bullet or number, not %q", Label: "list",
				Fault:  "there is no list kind %d: 0 is none, 1 bullets, 2 numbers; nothing was changed",
				Number: func(e *Edit) *int { return &e.Paragraph.List },
			},
			{
				Name: "list_level", Type: FieldNumber, Least: 1, Most: 9, With: "list", Wire: "numbering_lvl", Digits: true,
				Help: "level of the list, 1 to 9", Usage: "--list-level must be 1 to 9, not %d", Alone: "--list-level needs --list",
				Label: "list level", Upto: 9, Fault: "there is no list level %d: levels are 1 to 9; nothing was changed",
				Number: func(e *Edit) *int { return &e.Paragraph.ListLevel },
			},
			{
				Name: "indent", Type: FieldNumber, Wire: "indent_count",
				Help: "indent", Usage: "--indent cannot be negative: %d", Label: "indent", Upto: 9,
				Fault:  "an indent cannot be %d; nothing was changed",
				Number: func(e *Edit) *int { return &e.Paragraph.Indent },
			},
		},
	},
	{
		Kind: EditTask, Name: "tasks", At: EditAtPlace, Menu: EditMenu{3, "k", "tasks"},
		Use: "task PLACE [TEXT…] --at WHERE", Short: "insert open tasks, and finished ones with --done",
		Ask: "Add tasks at %s", Title: insertInto, Yes: text.InsertYes,
		Fields: []EditField{{
			Name: "tasks", Type: FieldTasks, Arg: true, Flag: "done", Need: true, Wire: "tasks",
			Help: "a task that is done (may be repeated)", Usage: "a task needs text; nothing was changed", Label: "tasks",
			Note: "one per line; start finished ones with x and a space", Missing: "write one task per line",
		}},
	},
	{
		Kind: EditTable, Name: "table", At: EditAtPlace, Menu: EditMenu{4, "b", "table"},
		Use: "table PLACE --at WHERE --rows N --cols N", Short: "insert an empty table",
		Ask: "New table at %s", Title: insertInto, Yes: text.InsertYes, Shows: "empty table, rows: %d, columns: %d", Brief: text.Typed("%d x %d"),
		Fields: []EditField{
			{
				Name: "rows", Type: FieldNumber, Need: true, Least: 1, Preset: 2, Wire: "rows",
				Help: "rows", Usage: tableFault, Fault: tableFault, Label: "rows", Typed: "3",
				Values: tableSize, Number: func(e *Edit) *int { return &e.Rows },
			},
			{
				Name: "cols", Type: FieldNumber, Need: true, Least: 1, Preset: 2, Wire: "cols",
				Help: "columns", Usage: tableFault, Fault: tableFault, Label: "columns", Typed: "2",
				Values: tableSize, Number: func(e *Edit) *int { return &e.Cols },
			},
		},
	},
	{
		Kind: EditImage, Name: "image", At: EditAtPlace, Menu: EditMenu{6, "i", "image"},
		Use: "image PLACE FILE --at WHERE", Short: "insert an image from this machine",
		Ask: "Insert an image at %s", Title: insertInto, Yes: text.InsertYes,
		Fields: []EditField{newImage, newImageID,
			{
				Name: "width", Type: FieldNumber, Help: "width in pixels (0 = original width)", Usage: imageUsage, Fault: imageFault,
				Label: "width", Hint: imageHint, Wire: "width", Values: noValue, Number: func(e *Edit) *int { return &e.Image.Width },
			},
			{
				Name: "height", Type: FieldNumber, Help: "height in pixels (0 = original height)", Usage: imageUsage, Fault: imageFault,
				Label: "height", Hint: imageHint, Wire: "height", Values: noValue, Number: func(e *Edit) *int { return &e.Image.Height },
			},
		},
	},
	{
		Kind: EditPageBreak, Name: "page break", At: EditAtPlace, Menu: EditMenu{5, "g", "page break"},
		Use: "page-break PLACE --at WHERE", Short: "insert a page break",
		Ask: "Page break at %s", Title: insertInto, Yes: text.InsertYes, Shows: "--- page break ---",
	},
	{
		Kind: EditReplace, Name: "replace", At: EditAtMatches, Replaces: true, All: EditReplaceAll,
		Use: "replace PLACE OLD NEW", Short: "replace text",
		Long: `A single match is replaced at once. If there are several, choose with --pick
(aloft doc find lists the numbers) or --all. Without either, aloft lists the
matches and changes nothing.`,
		Ask: "Find and replace in %s", Title: replaceIn, Yes: text.ReplaceYes,
		Fields: []EditField{soughtArg, {
			Name: "text", Type: FieldLine, Arg: true, Label: "replace with", Hint: "leave empty to delete the match", Wire: "text", Text: textOf,
		}},
	},
	{
		Kind: EditFormat, Name: "format", At: EditAtMatches, Check: checkProps,
		Use: "format PLACE TEXT", Short: "make text bold, coloured and so on, wherever it matches",
		Long: "Choose among several matches with --pick or --all. --bold=false removes bold.",
		Ask:  "Format found text in %s", Title: "Format in %s", Yes: "format",
		Fields: []EditField{soughtArg,
			{Name: "bold", Type: FieldSwitch, Help: "bold", Label: "bold", Wire: "property.bold", Switch: func(e *Edit) **bool { return &e.Props.Bold }},
			{Name: "italic", Type: FieldSwitch, Help: "italic", Label: "italic", Wire: "property.italic", Switch: func(e *Edit) **bool { return &e.Props.Italic }},
			{Name: "underline", Type: FieldSwitch, Help: "underline", Label: "underline", Wire: "property.underline", Switch: func(e *Edit) **bool { return &e.Props.Underline }},
			{Name: "strike", Type: FieldSwitch, Help: "strikethrough", Label: "strikethrough", Wire: "property.strikethrough", Switch: func(e *Edit) **bool { return &e.Props.Strike }},
			{Name: "small_caps", Type: FieldSwitch, Help: "small capitals", Label: "small capitals", Wire: "property.small_caps", Switch: func(e *Edit) **bool { return &e.Props.SmallCaps }},
			{
				Name: "color", Type: FieldColor, Help: "colour of the text, as RRGGBB", Usage: colorFault, Fault: colorFault,
				Label: "colour", Shows: "colour %s", Wire: "property.color", Text: func(e *Edit) *string { return &e.Props.Color },
			},
			{
				Name: "background", Type: FieldColor, Help: "colour behind the text, as RRGGBB", Usage: colorFault, Fault: colorFault,
				Label: "background", Shows: "background %s", Wire: "property.background_color", Text: func(e *Edit) *string { return &e.Props.Background },
			},
		},
	},
	{
		Kind: EditComment, Name: "comment", At: EditAtMatches, One: true, Aside: true,
		Use: "comment PLACE TEXT", Short: "comment on text, or reply to a comment",
		Ask: "Comment on found text in %s", Title: "Comment in %s", Yes: "comment",
		Fields: []EditField{
			{
				Name: "old", Type: FieldSearch, Flag: "on", Need: true, Or: "reply", Help: "the text to comment on",
				Usage: "--on TEXT or --reply ID is missing", Label: "find", Missing: text.NeedFind, Text: oldOf,
			},
			{Name: "text", Type: FieldText, Arg: true, Need: true, Usage: text.CliTextEmpty, Label: "comment", Missing: "write the comment", Wire: "text", Text: textOf},
			{Name: "reply", Type: FieldID, Help: "the id of the comment to reply to", Wire: "ref_id", Text: func(e *Edit) *string { return &e.Reply }},
		},
	},
	{
		Kind: EditReplaceImage, Name: "replace image", At: EditAtImage, Replaces: true,
		Final: "this edit cannot be a suggestion; nothing was changed",
		Use:   "replace-image PLACE N FILE", Short: "replace image N from the list of aloft doc images",
		Title: replaceIn, Yes: text.ReplaceYes,
		Fields: []EditField{{Name: "image", Type: FieldImage, Arg: true, Need: true, Usage: "%q is not an image number"}, newImage, newImageID},
	},
	{
		Kind: EditReplaceAll, Name: "replace", At: EditAtAll, Replaces: true, Title: replaceIn, Yes: text.ReplaceYes,
		Fields: []EditField{
			{Name: "old", Type: FieldSearch, Need: true, Wire: "old_text", Text: oldOf},
			{Name: "text", Type: FieldLine, Wire: "new_text", Text: textOf},
		},
	},
	{
		Kind: EditRevisions, Name: "tracked changes", At: EditAtBeside, Final: "this edit cannot be a suggestion; nothing was changed", Title: "Accept all changes in %s", Yes: "accept", Brief: "accept tracked changes", Shows: "%d tracked {change becomes|changes become} final",
	},
	{
		Kind: EditResolve, Name: "resolved comments", At: EditAtBeside, Aside: true, Title: "Resolve comments in %s", Yes: "resolve", Brief: "resolve comments", Shows: "the comments are resolved",
	},
	{
		Kind: EditRevert, Name: "undo", At: EditAtNone, Final: "this edit cannot be a suggestion; nothing was changed", Title: text.UndoTitle, Yes: text.UndoYes,
		Shows: "the service undoes version %d", Brief: "undo the edit that made version %d",
		Fields: []EditField{{Name: "version", Type: FieldVersion, Need: true, Fault: "the version to undo is missing; nothing was changed", Wire: "target_version"}},
	},
}

const (
	insertInto text.Text = "Insert into %s"
	replaceIn  text.Text = "Replace in %s"

	tableFault text.Text = "a table needs at least one row and one column, not %d and %d; nothing was changed"
	imageUsage text.Text = "--width and --height cannot be negative"
	imageFault text.Text = "the width and height of an image cannot be negative; nothing was changed"
	imageHint  text.Text = "pixels; empty: original size"
	colorFault text.Text = "a colour is six hexadecimal digits, RRGGBB, not %q"
)

var (
	soughtArg = EditField{
		Name: "old", Type: FieldSearch, Arg: true, Need: true, Usage: text.CliSearchEmpty, Label: "find", Missing: text.NeedFind, Text: oldOf,
	}
	newImage   = EditField{Name: "file", Type: FieldFile, Arg: true, Or: "image_id", Label: text.FileLabel, Missing: "choose a file"}
	newImageID = EditField{
		Name: "image_id", Type: FieldID, Help: "the id of an image already on the service, instead of FILE",
		Text: func(e *Edit) *string { return &e.Image.ID },
	}
)

// levels of a paragraph; the service counts them in this order.
var levels = [...]EditChoice{
	{0, "", "", "like the text around it", nil},
	{1, "h1", "1", headingN, []any{1}}, {2, "h2", "2", headingN, []any{2}}, {3, "h3", "3", headingN, []any{3}},
	{4, "h4", "4", headingN, []any{4}}, {5, "h5", "5", headingN, []any{5}}, {6, "h6", "6", headingN, []any{6}},
	{7, "h7", "7", headingN, []any{7}}, {8, "h8", "8", headingN, []any{8}}, {9, "h9", "9", headingN, []any{9}},
	{LevelBody, "body", "", "body text", nil}, {LevelTitle, "title", "", "title", nil}, {LevelSubtitle, "subtitle", "", "subtitle", nil},
}

const headingN text.Text = "heading %d"

var lists = [...]EditChoice{{0, "", "", "none", nil}, {1, "bullet", "", "bullets", nil}, {2, "number", "", "numbers", nil}}

func textOf(e *Edit) *string { return &e.Text }
func oldOf(e *Edit) *string  { return &e.Old }

func tableSize(e *Edit) []any { return []any{e.Rows, e.Cols} }
func noValue(*Edit) []any     { return nil }
