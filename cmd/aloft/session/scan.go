package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"aloft/client"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/ui/kit"
)

// Scan signs in by a QR code: with an error, also that of an interrupt, nothing was stored.
func (as *Asker) Scan(l Credential, kind secret.Kind, identity string) error {
	kind, err := as.whereToStore(l.Store, kind, identity)
	if err != nil {
		return err
	}
	p, err := as.scanned(&l.Login)
	if err != nil {
		return err
	}
	now, err := l.SignIn(as.session.Context(), p, kind, identity)
	if err != nil {
		return err
	}
	if now.Unkept != nil {
		as.con.Warn(now.Unkept)
	}
	if !now.Over.IsZero() {
		as.con.WarnLine(as.con.Say("the stored credential is not used while %s is set", now.Over))
	}
	return as.con.Line(as.con.Say(l.Stored, l.Account, now.From))
}

// scanned shows codes until one is confirmed.
func (as *Asker) scanned(l *secret.Login) (*secret.Pasted, error) {
	for {
		p, err := as.scan(l)
		if !client.Is(err, client.KindStale) {
			return p, err
		}
		if !as.con.CanAsk() {
			e := *err.(*client.Error)
			e.Hint, e.HintArgs = "begin again, with a fresh code", nil
			return nil, console.Exit(console.ExitLogin, &e)
		}
		as.con.Warn(err)
		if _, err := as.con.Ask(as.session.Context(), as.con.Say("Enter shows a fresh code, Ctrl+C ends:")); err != nil {
			return nil, err
		}
	}
}

// scan shows one code, and waits until it is confirmed or over.
func (as *Asker) scan(l *secret.Login) (*secret.Pasted, error) {
	ctx := as.session.Context()
	s, err := l.Scan(ctx)
	if err != nil {
		return nil, err
	}
	waits := as.con.Say("Waiting for the phone until %s. Ctrl+C ends, and changes nothing.", s.Ends().Local().Format(time.TimeOnly))
	for _, line := range append(as.code(s, waits), waits) {
		as.con.Beside(line)
	}
	for {
		p, err := s.Await(ctx)
		switch {
		case errors.Is(err, context.Canceled):
			return nil, context.Canceled
		case p != nil || err != nil:
			return p, err
		}
		as.con.Beside(as.con.Say("Scanned. Now confirm on the phone."))
	}
}

// code draws a code with its link, for the terminal that there is, and leaves room for what is said next.
func (as *Asker) code(s *secret.Scan, next string) []string {
	say, link := as.con.Say, model.Clean(s.Link())
	width, height, err := term.GetSize(as.con.Stderr.Fd())
	if !as.con.ErrIsTerminal() || err != nil {
		return []string{say("To sign in, open this link on the phone that has the drive's app:"), link}
	}
	c, err := kit.QROf(s.Link())
	if err != nil {
		return []string{say("The link is too long for a code. Open it on the phone that has the drive's app:"), link}
	}
	rest := rowsOf(next, width) + 1 // the cursor's
	border, fits := c.Fit(width, height-rest)
	if !fits {
		w, h := c.Size(kit.LeastQR)
		return []string{say("The terminal has %d×%d {cell|cells}, but the QR code needs %d×%d. Enlarge the terminal and start again, or open this link on the phone that has the drive's app:", width, height, w, h+rest), link}
	}
	return besides(c.Lines(border, as.onDark()), as.paint(), say("Scan the code with the drive's app and confirm there. Or open this link on that phone:"), link, width, height-rest)
}

// besides puts what is said below the code where there is room, else beside it, else above.
func besides(code []string, paint func(string) string, said, link string, width, height int) (out []string) {
	w := len([]rune(code[0]))
	right := width - w - 2
	var beside []string
	below := len(code)+rowsOf(said, width)+rowsOf(link, width) <= height
	switch {
	case below:
	case right >= 20:
		beside = append(append(kit.Wrap(ruler, said, right), ""), kit.Wrap(ruler, link, right)...)
	default:
		out = append(out, said, link)
	}
	for i, line := range code {
		line = paint(line)
		if i < len(beside) && beside[i] != "" {
			line += "  " + beside[i]
		}
		out = append(out, line)
	}
	if below {
		out = append(out, said, link)
	}
	return out
}

var ruler = model.Ruler{Wc: true}

// rowsOf is how many rows of a terminal a line takes.
func rowsOf(line string, width int) int { return max((ruler.Width(line)+width-1)/width, 1) }

// paint colours a line of the code black on white whatever the terminal's colours are: cameras need that.
func (as *Asker) paint() func(string) string {
	from := ""
	switch p := as.con.Profile(as.con.Stderr, as.session.Flags.Color); {
	case p >= colorprofile.ANSI256:
		from = "\x1b[38;5;16;48;5;231m"
	case p >= colorprofile.ANSI:
		from = "\x1b[30;107m"
	default:
		return func(line string) string { return line }
	}
	return func(line string) string { return from + line + "\x1b[m" }
}

// onDark: there are no colours, and the terminal's own draw light on dark, as most do where COLORFGBG says nothing
// else.
func (as *Asker) onDark() bool {
	colours := as.con.Env("COLORFGBG")
	ground := colours[strings.LastIndexByte(colours, ';')+1:]
	return as.con.Profile(as.con.Stderr, as.session.Flags.Color) < colorprofile.ANSI && ground != "15" && ground != "7"
}
