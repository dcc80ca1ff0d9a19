package dialog

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// scanning is a sign-in by a QR code, which shows in place of the form.
type scanning struct {
	scan client.Scan // nil until the service has given one
	link string      // what a person can open, clean; "" = nothing any more
	code *kit.QRCode // that shows; nil: the link is too long for one
	said string      // what happens, clean
	over bool        // Enter begins again
	next tea.Cmd     // waits for what becomes of the code
	stop context.CancelFunc
}

// The answers of client.Logins to a scan. in is the one that asked: later ones have other codes.
type (
	scanMsg struct {
		of   *signIn
		in   *scanning
		scan client.Scan
		code *kit.QRCode
		err  error
	}
	scanStepMsg struct {
		of     *signIn
		in     *scanning
		pasted client.Pasted
		err    error
	}
)

// beginScan asks the service for a code.
func (d *signIn) beginScan() tea.Cmd {
	d.endScan()
	ctx, stop := context.WithCancel(d.env.Ctx)
	in := &scanning{stop: stop, said: d.env.Text.Say("asking %s for a code…", model.Clean(d.asks.Address))}
	d.scanning, d.wrong = in, ""
	o := d.o
	in.next = func() tea.Msg {
		p, err := in.scan.Next(ctx)
		return scanStepMsg{of: d, in: in, pasted: p, err: err}
	}
	return func() tea.Msg {
		scan, err := o.Logins.Scan(ctx, o.Account, o.Scheme)
		if err != nil {
			return scanMsg{of: d, in: in, err: err}
		}
		made := scanMsg{of: d, in: in, scan: scan}
		if code, err := kit.QROf(scan.Link()); err == nil {
			made.code = &code
		}
		return made
	}
}

// endScan goes back to the form.
func (d *signIn) endScan() {
	if d.scanning != nil {
		d.scanning.stop()
		d.scanning = nil
	}
}

// scanned takes the answers to a scan.
func (d *signIn) scanned(msg tea.Msg) tea.Cmd {
	say := d.env.Text.Say
	switch m := msg.(type) {
	case scanMsg:
		switch in := m.in; {
		case m.of != d || in != d.scanning:
		case m.err != nil:
			d.scanFails(m.err)
		default:
			in.scan, in.code, in.link = m.scan, m.code, model.Clean(m.scan.Link())
			in.said = say("Scan the code with the service's app and confirm there before %s.", m.scan.Ends().Local().Format(time.TimeOnly))
			return in.next
		}
	case scanStepMsg:
		switch in := m.in; {
		case m.of != d || in != d.scanning:
		case m.err != nil:
			d.scanFails(m.err)
		case m.pasted == nil:
			in.said = say("Scanned. Now confirm on the phone.")
			return in.next
		default:
			in.code, in.link = nil, ""
			in.said = say("Checking with %s… %s stops.", model.Clean(d.asks.Address), d.env.Keys.Key(keys.DlgCancel))
			return d.check(m.pasted)
		}
	}
	return nil
}

func (d *signIn) scanFails(err error) {
	in := d.scanning
	in.code, in.link, in.over = nil, "", true
	in.said = client.Sentence(err).In(d.env.Text)
}

// scanKey handles a key while the code shows.
func (d *signIn) scanKey(msg tea.Msg) tea.Cmd {
	switch a := action(d.env, keys.InForm, msg); a {
	case keys.DlgCancel:
		d.endScan()
		d.fill()
	case keys.DlgAccept, keys.FormDone:
		if d.scanning.over {
			return d.beginScan()
		}
	case keys.DlgHelp:
		return help(a, keys.InForm)
	}
	return nil
}

// Context returns the context of the keys.
func (d *signIn) Context() keys.Context {
	if d.scanning != nil {
		return keys.InForm
	}
	return d.form.Context()
}

// View draws the form, or the code.
func (d *signIn) View() Box {
	if d.scanning == nil {
		return d.form.View()
	}
	return d.viewScan()
}

const (
	leastBeside = 24 // cells of text beside a code
	mostBeside  = 40
)

// viewScan draws the code with what is said beside it, or below it on a narrow screen.
func (d *signIn) viewScan() Box {
	in, env := d.scanning, d.env
	inner, rows := d.screenW-4, d.screenH-2
	said := []string{in.said}
	if in.over {
		said = append(said, env.Text.Say("%s starts again with a new code.", env.Keys.Key(keys.DlgAccept)))
	}
	link := in.link
	if link != "" {
		said = append(said, env.Text.Say("Or open this link on your phone:"))
	}
	code := in.code
	if env.Plain || env.Styles.ASCIIOnly {
		code = nil // its blocks cannot be drawn
	}
	if code != nil {
		if border, fits := code.Fit(inner-2-leastBeside, rows); fits {
			w, h := code.Size(border)
			width := min(inner-w-2, mostBeside)
			return d.drawScan(w+2+width, h, border, d.scanText(said, link, width), nil)
		}
		if border, fits := code.Fit(inner, rows); fits {
			w, h := code.Size(border)
			if below := d.scanText(said, link, inner); h+len(below) <= rows {
				return d.drawScan(max(w, inner), h+len(below), border, nil, below)
			}
		}
		w, h := code.Size(kit.LeastQR)
		said[0] = env.Text.Say("The terminal has %d×%d {cell|cells}, but the code needs %d×%d. Enlarge the window, or use the link.", d.screenW, d.screenH, w+6+leastBeside, h+2)
	}
	text := d.scanText(said, link, min(inner, normal-4))
	return d.drawScan(min(inner, normal-4), len(text), -1, nil, text)
}

// scanText wraps what is said and the link.
func (d *signIn) scanText(said []string, link string, width int) (out []line) {
	for i, s := range said {
		if i > 0 {
			out = append(out, line{})
		}
		out = append(out, wrap(d.env, plain, s, width)...)
	}
	if link != "" {
		out = append(out, wrap(d.env, linked, link, width)...)
	}
	return out
}

// drawScan draws the box: the code with a border if that is not negative, and text beside and below it.
func (d *signIn) drawScan(width, height, border int, beside, below []line) Box {
	f := newFrame(d.env, width+4, height+2, d.screenW, d.screenH)
	r := d.env.Ruler
	f.address = d.scanning.link
	if border >= 0 {
		st := d.env.Styles
		for i, row := range d.scanning.code.Lines(border, st.QROnDark) {
			rest := f.inner() - r.Width(row)
			text := line{}
			if i < len(beside) {
				text = beside[i]
				f.said = append(f.said, text.text)
			}
			f.raw(st.QR.Render(row) + besideCode(d.env, text, f.address, rest))
		}
	}
	for _, l := range below {
		f.add(l)
	}
	return f.box(d.title, "", foot(d.env))
}

// besideCode draws a line beside a row of the code, in so many cells.
func besideCode(env *Env, l line, address string, width int) string {
	text := kit.NewPaint(l.role.style(env))
	if l.role != linked {
		return text.On(env.Ruler.Fit("  "+l.text, width))
	}
	rest := max(width-2-env.Ruler.Width(l.text), 0)
	return text.On("  ") + env.Styles.DialogTitle.Underline(true).Hyperlink(address).Render(l.text) + text.On(strings.Repeat(" ", rest))
}
