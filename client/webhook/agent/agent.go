// Package agent makes what an agent is started with: its arguments, and the
// prompt on its standard input. Nothing foreign ever gets onto a command line.
package agent

// Turn names what one run of an agent is for.
type Turn struct {
	Conversation string // {conversation}: our UUID, the same over all turns
	Project      string // {project}: the name in the configuration
	Delivery     string // {delivery}
}

// Argv gives the arguments of a turn: of first when no turn has ended well yet
// or again is empty, else of again. Other braces are left as they are.
func Argv(first, again []string, turns int, t Turn) []string {
	return nil
}

// Prompt composes what the agent reads: the prompt, and the payload as an
// indented JSON block after the line "Context:". A payload of nil or null makes
// no block.
func Prompt(prompt string, payload []byte) string {
	return prompt
}

// Reply is what an agent has said by what it printed: white space around it is dropped.
func Reply(printed []byte) string {
	return string(printed)
}
