package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client/config"
	"aloft/model/text"
)

func (a *app) manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: a.cat.Say(text.CliMan), Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if _, err := a.out.WriteString(a.manPage(root)); err != nil {
				return a.outputFailed(err)
			}
			return nil
		},
	}
}

// page writes the manual's own language.
type page struct{ strings.Builder }

// words protects what the formatter would take for its own.
func (p *page) words(s string) *page {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, "-", `\-`)
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			p.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			p.WriteString(`\&`)
		}
		p.WriteString(line)
	}
	return p
}

func (p *page) section(s string) {
	p.WriteString(".SH ")
	p.words(strings.ToUpper(s)).WriteByte('\n')
}

func (p *page) item(head, body string) {
	p.WriteString(".TP\n.B ")
	p.words(head).WriteByte('\n')
	p.words(body).WriteByte('\n')
}

func (p *page) plain(s string) {
	p.WriteString(".PP\n")
	p.words(s).WriteByte('\n')
}

func (p *page) literal(s string) {
	p.WriteString(".PP\n.nf\n")
	p.words(s).WriteString("\n.fi\n")
}

// manPage is made from the commands, so that it cannot tell of others.
func (a *app) manPage(root *cobra.Command) string {
	say := a.cat.Say
	var p page
	p.WriteString(".TH ALOFT 1\n")
	p.section(say(text.ManName))
	p.words("aloft - " + root.Short).WriteByte('\n')
	p.section(say(text.ManSynopsis))
	p.words(root.Use).WriteString("\n.br\n")
	p.words("aloft COMMAND …").WriteByte('\n')
	p.section(say(text.ManDescription))
	p.plain(root.Long)
	p.section(say(text.ManOptions))
	flags(&p, root.PersistentFlags())
	p.section(say(text.ManCommands))
	a.manCommands(&p, root)
	p.section(say(text.ManJSON))
	p.plain(say(text.ManJSONText))
	for _, j := range [][2]text.Text{
		{text.ManJSONLs, text.ManJSONLsText}, {text.ManJSONEntry, text.ManJSONEntryText}, {text.ManJSONTree, text.ManJSONTreeText},
		{text.ManJSONInfo, text.ManJSONInfoText}, {text.ManJSONWrite, text.ManJSONWriteText}, {text.ManJSONJobs, text.ManJSONJobsText},
		{text.ManJSONShare, text.ManJSONShareText}, {text.ManJSONOutline, text.ManJSONOutlineText}, {text.ManJSONCat, text.ManJSONCatText},
		{text.ManJSONEdit, text.ManJSONEditText}, {text.ManJSONFind, text.ManJSONFindText}, {text.ManJSONLook, text.ManJSONLookText}, {text.ManJSONEdits, text.ManJSONEditsText},
		{text.ManJSONHook, text.ManJSONHookText}, {text.ManJSONHookShow, text.ManJSONHookShowText}, {text.ManJSONHookServe, text.ManJSONHookServeText},
		{text.ManJSONHookTalk, text.ManJSONHookTalkText},
		{text.ManJSONServe, text.ManJSONServeText}, {text.ManJSONAccount, text.ManJSONAccountText}, {text.ManJSONConfig, text.ManJSONConfigText},
		{text.ManJSONTheme, text.ManJSONThemeText}, {text.ManJSONKeys, text.ManJSONKeysText}, {text.ManJSONDoctor, text.ManJSONDoctorText},
		{text.ManJSONVersion, text.ManJSONVersionText},
	} {
		p.item(say(j[0]), say(j[1]))
	}
	p.section(say(text.ManPlaces))
	p.plain(say(text.ManPlacesText))
	p.section(say(text.ManLimits))
	p.plain(say(text.ManLimitsText))
	p.section(say(text.ManExit))
	for _, e := range [][2]text.Text{
		{"0", text.ManExit0}, {"1", text.ManExit1}, {"2", text.ManExit2}, {"3", text.ManExit3}, {"4", text.ManExit4},
		{"5", text.ManExit5}, {"6", text.ManExit6}, {"130", text.ManExit130}, {"131, 134", text.ManExit131},
	} {
		p.item(string(e[0]), say(e[1]))
	}
	p.section(say(text.ManEnvironment))
	for _, e := range [][2]text.Text{
		{"ALOFT_CONFIG_HOME, ALOFT_DATA_HOME, ALOFT_STATE_HOME, ALOFT_CACHE_HOME", text.ManEnvHomes},
		{"ALOFT_ACCOUNT, ALOFT_THEME, ALOFT_KEYS, ALOFT_LANGUAGE", text.ManEnvSettings},
		{"ALOFT_<ACCOUNT>_DRIVE_COOKIE", text.ManEnvCookie}, {"ALOFT_<ACCOUNT>_DOCS_TOKEN", text.ManEnvToken}, {"ALOFT_<ACCOUNT>_OPEN_TOKEN", text.ManEnvOpen},
		{hookToken, text.ManEnvHookToken}, {"ALOFT_<PLATFORM>_PLATFORM_ADDRESS", text.ManEnvPlatform},
		{"ALOFT_DELIVERY, ALOFT_EVENT, ALOFT_PROJECT, ALOFT_SESSION, ALOFT_PROGRAM", text.ManEnvDelivery},
		{"CREDENTIALS_DIRECTORY", text.ManEnvSystemd}, {"NO_COLOR", text.ManEnvColor},
	} {
		p.item(string(e[0]), say(e[1]))
	}
	p.section(say(text.ManFiles))
	p.literal(config.Sample)
	return p.String()
}

func (a *app) manCommands(p *page, c *cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.Hidden {
			continue
		}
		body := sub.Short
		if sub.Long != "" {
			body = sub.Long
		}
		use, _, _ := strings.Cut(sub.CommandPath(), " "+sub.Name())
		p.item(use+" "+sub.Use, body)
		p.WriteString(".RS\n")
		flags(p, sub.LocalNonPersistentFlags())
		p.WriteString(".RE\n")
		a.manCommands(p, sub)
	}
}

func flags(p *page, f *pflag.FlagSet) {
	f.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		head := "--" + f.Name
		if f.Shorthand != "" {
			head = "-" + f.Shorthand + ", " + head
		}
		if f.Value.Type() != "bool" {
			head += " " + strings.ToUpper(strings.TrimSuffix(f.Value.Type(), "Array"))
		}
		p.item(head, f.Usage)
	})
}
