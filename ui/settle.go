package ui

import (
	"slices"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/kit"
	"aloft/ui/pane"
)

// settle lays out the screen and updates the focus. If the reader is hidden, the pane gets it.
func (a *App) settle() {
	if a.w > 0 {
		a.layOut()
	}
	if a.w > 0 && !a.Switches.Reader && a.lay.Info.Empty() && !a.lay.TooSmall { // large enough, but without the reader
		a.Above = slices.DeleteFunc(a.Above, func(p act.Part) bool { return p == a.Reader })
	}
	a.giveFocus()
	if a.w > 0 {
		a.giveSizes()
	}
}

// layOut computes the layout.
func (a *App) layOut() {
	a.lay = Arrange(a.shape())
	a.Shown = act.Shown{
		Width: a.w, Wide: a.w >= threeWide, Info: !a.lay.Info.Empty(), TooSmall: a.lay.TooSmall,
		Panes: a.lay.Panes,
	}
	a.PaneEnv.Beside = !a.lay.Info.Empty()
	a.drawRules()
}

// drawRules draws the lines between the panes.
func (a *App) drawRules() {
	a.rules = a.rules[:0]
	for _, r := range a.lay.Rules {
		a.rules = append(a.rules, block{r, a.rule(r.Dy())})
	}
}

// giveFocus tells every component whether it has the focus.
func (a *App) giveFocus() {
	a.Reader.SetFull(a.Switches.Reader)
	has := a.Focused()
	for _, p := range append([]act.Part{a.Panes[0], a.Panes[1], a.Reader}, a.Above...) {
		p.SetFocus(p == has)
	}
	for _, l := range a.Lowers {
		l.SetFocus(l.Panel == has)
	}
}

// giveSizes tells every component its size.
func (a *App) giveSizes() {
	for i, p := range a.Panes {
		r := a.lay.Panes[i]
		p.SetSize(r.Dx(), r.Dy())
		name := ""
		if a.lay.Single && i == a.Focus {
			name = a.otherName()
		}
		p.SetOther(name)
	}
	for _, l := range a.Lowers {
		l.SetSize(a.lay.Panel.Dx(), a.lay.Panel.Dy())
	}
	if v := a.hooks.Over(); v != nil {
		v.SetSize(a.lay.Reader.Dx(), a.lay.Reader.Dy())
	}
	if at := a.lay.Reader; !at.Empty() {
		a.Reader.SetSize(at.Dx(), at.Dy())
	} else {
		a.Reader.SetSize(a.lay.Info.Dx(), a.lay.Info.Dy())
	}
}

// settleIfNeeded adapts the layout to changes by themselves: the job line, the other pane's name.
func (a *App) settleIfNeeded() {
	if a.w > 0 && (a.lay.Working != a.work.Line() && !a.lay.TooSmall || a.lay.Single) {
		a.settle()
	}
}

// otherName returns the name of the hidden pane.
func (a *App) otherName() string {
	at := a.Other().Place()
	name := at.Base()
	switch {
	case at.IsResults():
		name = at.ResultsTitle()
	case name == "":
		name = pane.Root(at)
	}
	return a.Env.Text.Say("Tab: %s", a.Env.Ruler.Truncate(model.Clean(name), 20))
}

func (a *App) shape() Shape {
	return Shape{
		W: a.w, H: a.h, Plain: a.Env.Plain, Text: a.tty, Focus: a.Focus, Zoom: a.Switches.Zoom, Stacked: a.Switches.Stacked,
		Info: a.Switches.Info, InfoOver: a.Switches.InfoOver, JobLine: a.work.Line(),
		Boxed: a.Env.Borders == kit.Boxed, Panel: a.Lower != nil && a.hooks.Over() == nil, Reader: a.Switches.Reader || a.hooks.Over() != nil,
	}
}
