package editing

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
)

// mostCells bounds the rows and columns that are asked for.
const mostCells = 10000

// count checks a number from 1.
func count(most int) func(string) error {
	return func(s string) error {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 || n > most {
			return client.Errorf(client.KindInvalid, "edit", model.Place{}, "a number from 1 to %d is needed", most)
		}
		return nil
	}
}

// pixels checks a number that may be left out.
func pixels(s string) error {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return count(mostCells)(s)
}

func checkColor(s string) error {
	hex := strings.TrimPrefix(strings.TrimSpace(s), "#")
	if _, err := strconv.ParseUint(hex, 16, 32); s != "" && (err != nil || len(hex) != 6) {
		return client.Errorf(client.KindInvalid, "edit", model.Place{}, "a colour is written as RRGGBB, six hexadecimal digits")
	}
	return nil
}

// checkForm says what is missing before anything is looked for.
func (a *Acts) checkForm(t editTag) func(dialog.FormValues) (string, string) {
	say := a.Env.Text.Say
	return func(v dialog.FormValues) (string, string) {
		file := func() (string, string) {
			if s := v.Text[inFile]; strings.TrimSpace(s) == "" || strings.HasSuffix(s, "/") {
				return inFile, say("choose a file")
			}
			return "", ""
		}
		empty := strings.TrimSpace(v.Text[inText]) == ""
		switch t.what {
		case askMarkdown, askAppend:
			switch v.At[inSource] {
			case fromFile:
				return file()
			case fromPaste:
				if empty {
					return inText, say(text.NeedText)
				}
				if len(v.Text[inText]) > act.MostMarkdown {
					return inText, say("that is more than %d MB; insert it in parts", act.MostMarkdown>>20)
				}
			}
		case askImage, askReplaceImage:
			return file()
		case askTasks:
			if empty {
				return inText, say("write a task in each line")
			}
		case askText, askInside, askReply:
			if empty {
				return inText, say(text.NeedText)
			}
		case askReplace:
			if v.Text[inText] == "" {
				return inText, say(text.NeedFind)
			}
			if v.Text[inText] == v.Text[inNew] {
				return inNew, say("that is the same text")
			}
		case askComment:
			if v.Text[inText] == "" {
				return inText, say(text.NeedFind)
			}
			if strings.TrimSpace(v.Text[inNew]) == "" {
				return inNew, say("write the comment")
			}
		case askFormat:
			if v.Text[inText] == "" {
				return inText, say(text.NeedFind)
			}
			if propsOf(v).Empty() {
				return "bold", say("choose what to set")
			}
		}
		return "", ""
	}
}

// markdownOK says in one sentence why bytes are no Markdown to insert.
func markdownOK(at model.Place, b []byte) error {
	name := model.Clean(at.Base())
	switch {
	case len(b) > act.MostMarkdown:
		return client.Errorf(client.KindInvalid, "insert", at, "%s has more than %d MB; insert it in parts", name, act.MostMarkdown>>20)
	case strings.TrimSpace(string(b)) == "":
		return client.Errorf(client.KindInvalid, "insert", at, text.NewFromEmpty, name)
	case !utf8.Valid(b):
		return client.Errorf(client.KindInvalid, "insert", at, text.NewFromBytes, name)
	}
	return nil
}
