package run

import (
	"bytes"
	"strings"

	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// Turn describes one run of an agent.
type Turn struct {
	Conversation string // {conversation}: our UUID, the same for all turns
	Project      string // {project}: the name in the configuration
	Delivery     string // {delivery}
}

// Argv returns the arguments of a turn: from first when no turn has succeeded yet
// or again is empty, otherwise from again. Other braces are left unchanged.
func Argv(first, again []string, turns int, t Turn) []string {
	argv := first
	if turns > 0 && len(again) > 0 {
		argv = again
	}
	r := strings.NewReplacer("{conversation}", t.Conversation, "{project}", t.Project, "{delivery}", t.Delivery)
	return model.Each(argv, r.Replace)
}

// contextLine comes before the payload: field payload of "Webhook request body" in
// the drive specification.
const contextLine = "Context:"

// Prompt composes what the agent reads: the prompt, and the payload as an indented
// JSON block after the line "Context:". The block is made from the raw bytes:
// order, numbers and markup are unchanged. A payload of nil or null makes no block.
// Both may be large: they are copied only here.
func Prompt(prompt string, payload []byte) []byte {
	raw := bytes.Trim(payload, " \t\r\n")
	if len(raw) == 0 || string(raw) == "null" {
		return []byte(prompt)
	}
	fence := markdown.FenceFor(raw) // indenting makes no line longer
	end := "\n" + fence + "\n"
	var b bytes.Buffer
	b.WriteString(prompt)
	b.WriteString("\n\n" + contextLine + "\n" + fence + "json\n")
	text.IndentJSON(&b, raw)
	b.WriteString(end)
	return b.Bytes()
}

// Reply returns an agent's output without surrounding white space.
func Reply(printed []byte) string { return string(bytes.TrimSpace(printed)) }
