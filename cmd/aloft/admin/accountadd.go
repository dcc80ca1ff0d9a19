package admin

import (
	"slices"
	"strings"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) accountAddCommand() console.Command {
	var flags []console.Flag
	for _, of := range model.Services() {
		for _, f := range config.AddFlags(of) {
			flags = append(flags, console.Flag{Name: f.Name, Value: "", Help: f.Help})
		}
	}
	return console.Command{
		Use: "add NAME [" + strings.Join(required(), "] [") + "]", Short: "add an account to the configuration", Long: `An account is a drive, a document service, or both. Its credentials are not in
the configuration: aloft account login NAME stores them.`,
		Flags: flags, Run: cs.accountAdd,
	}
}

// required are the flags of which an account needs one.
func required() (all []string) {
	for _, of := range model.Services() {
		f := config.AddFlags(of)[0]
		all = append(all, dashed(f)+" "+f.Value)
	}
	return all
}

// dashed are the flags as they are typed.
func dashed(all ...config.AddFlag) string {
	return strings.Join(model.Each(all, func(f config.AddFlag) string { return "--" + f.Name }), ", ")
}

func (cs *Commands) accountAdd(in console.Call) error {
	name := in.Args[0]
	given := func(f config.AddFlag) bool { return in.Text(f.Name) != "" }
	some := func(of model.Scheme) bool { return given(config.AddFlags(of)[0]) }
	if !slices.ContainsFunc(model.Services(), some) {
		return in.Usage("%s is missing", strings.Join(required(), cs.con.Say(" or ")))
	}
	if err := cs.session.Free(name); err != nil {
		return err
	}
	typed := map[string]string{}
	for _, of := range model.Services() {
		all := config.AddFlags(of)
		if !some(of) && slices.ContainsFunc(all, given) {
			return in.Usage(text.CliAddNeeds, dashed(all[1:]...), dashed(all[0]))
		}
		for _, f := range all {
			typed[f.Name] = in.Text(f.Name)
		}
	}
	a, err := config.NewAccount(name, typed)
	if err != nil {
		return console.Exit(console.ExitUsage, err)
	}
	if err := cs.session.Add(a); err != nil {
		return err
	}
	for _, line := range cs.session.PlainWarnings(name, a) {
		cs.con.WarnLine(line)
	}
	return cs.con.Line(cs.con.Say("%s was added to %s", name, cs.session.Config.File))
}
