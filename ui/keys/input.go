package keys

import "aloft/model/text"

// Actions of every input.
const (
	InAccept     Action = "input.accept"
	InCancel     Action = "input.cancel"
	InLeft       Action = "input.left"
	InRight      Action = "input.right"
	InWordLeft   Action = "input.word-left"
	InWordRight  Action = "input.word-right"
	InStart      Action = "input.start"
	InEnd        Action = "input.end"
	InBackspace  Action = "input.delete-left"
	InDelete     Action = "input.delete-right"
	InKillWord   Action = "input.delete-word"
	InKillNext   Action = "input.delete-next-word"
	InKillStart  Action = "input.delete-to-start"
	InKillEnd    Action = "input.delete-to-end"
	InHistPrev   Action = "input.history-previous"
	InHistNext   Action = "input.history-next"
	InComplete   Action = "input.complete"
	InUncomplete Action = "input.complete-back"
	InPageDown   Action = "input.page-down"
	InPageUp     Action = "input.page-up"
	InKeys       Action = "input.help"
	InBreak      Action = "input.line-break"
)

// inputDocs is the registry of text fields.
func inputDocs() []Doc {
	return []Doc{
		{InAccept, "done", text.KeyShortDone, text.KeyGroupInput, Keys{"enter"}},
		{InBreak, "done; in a multi-line field, a new line", "", text.KeyGroupInput, Keys{"ctrl+j or shift+enter"}},
		{InCancel, text.KeyShortBack, text.KeyShortBack, text.KeyGroupInput, Keys{"esc"}},
		{InLeft, "left", "", text.KeyGroupInput, Keys{"left or ctrl+b"}},
		{InRight, "right", "", text.KeyGroupInput, Keys{"right or ctrl+f"}},
		{InWordLeft, "a word left", "", text.KeyGroupInput, Keys{"alt+b or ctrl+left or alt+left"}},
		{InWordRight, "a word right", "", text.KeyGroupInput, Keys{"alt+f or ctrl+right or alt+right"}},
		{InStart, "to the start", "", text.KeyGroupInput, Keys{"ctrl+a or home"}},
		{InEnd, text.KeyDoToTheEnd, "", text.KeyGroupInput, Keys{"ctrl+e or end"}},
		{InBackspace, "delete backward", "", text.KeyGroupInput, Keys{"backspace or ctrl+h or shift+backspace"}},
		{InDelete, "delete forward", "", text.KeyGroupInput, Keys{"delete or ctrl+d"}},
		{InKillWord, "delete the word before", "", text.KeyGroupInput, Keys{"ctrl+w or alt+backspace"}},
		{InKillNext, "delete the word after", "", text.KeyGroupInput, Keys{"alt+d"}},
		{InKillStart, "delete to the start", "", text.KeyGroupInput, Keys{"ctrl+u"}},
		{InKillEnd, "delete to the end", "", text.KeyGroupInput, Keys{"ctrl+k"}},
		{InHistPrev, "previous input", "", text.KeyGroupInput, Keys{"up or ctrl+p"}},
		{InHistNext, "next input", "", text.KeyGroupInput, Keys{"down or ctrl+n"}},
		{InComplete, "complete", "complete", text.KeyGroupInput, Keys{"tab"}},
		{InUncomplete, "previous choice", "", text.KeyGroupInput, Keys{"shift+tab"}},
		{InPageDown, text.KeyDoAPageDown, "", text.KeyGroupInput, Keys{"pgdown"}},
		{InPageUp, text.KeyDoAPageUp, "", text.KeyGroupInput, Keys{"pgup"}},
		{InKeys, text.KeyShortHelp, text.KeyShortHelp, text.KeyGroupInput, Keys{"f1"}},
	}
}
