package console

import (
	"bufio"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"aloft/client/secret"
	"aloft/model/text"
)

// New takes the streams, and removes the credentials from the environment.
func New(in, out, errs *os.File) *Console {
	con := &Console{
		Stdin: in, Stdout: out, Stderr: errs, Writer: bufio.NewWriterSize(out, 32<<10),
		Catalogue: &text.Catalogue{}, Scrub: &secret.Scrubber{}, Log: slog.New(slog.DiscardHandler),
		own: map[string]string{}, shapes: map[*cobra.Command][]any{},
	}
	con.TakeSecrets(takeSecrets(os.Environ(), os.Unsetenv))
	con.Speak(con.Env("ALOFT_LANGUAGE")) // --help is printed before settings are read
	return con
}
