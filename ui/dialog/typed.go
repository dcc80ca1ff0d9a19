package dialog

import (
	"strings"

	"aloft/ui/input"
)

// typedWord is the word that must be typed before something final is done.
type typedWord struct {
	env  *Env
	word string
	in   *input.Model
}

func newTyped(env *Env, word string) *typedWord {
	prompt := env.Text.Say("Type %q to confirm:", word)
	return &typedWord{env: env, word: word, in: input.New(env, 0, input.Options{Prompt: prompt + " ", Cursor: -1})}
}

func (t *typedWord) right() bool { return strings.EqualFold(strings.TrimSpace(t.in.Value()), t.word) }
