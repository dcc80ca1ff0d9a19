package admin

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) accountAddCommand() *cobra.Command {
	say := cs.con.Say
	values := map[string]*string{} // by the flag's name
	add := &cobra.Command{
		Use: "add NAME [" + strings.Join(required(), "] [") + "]", Short: say("add an account to the configuration"), Long: say(`An account is a drive, a document service, or both. Its credentials are not in
the configuration: aloft account login NAME stores them.`), Args: console.WantArgs(1, 1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error { return cs.accountAdd(c, args[0], values) }),
	}
	for _, of := range model.Services() {
		for _, f := range config.AddFlags(of) {
			values[f.Name] = add.Flags().String(f.Name, "", say(f.Help))
		}
	}
	return add
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
	var names []string
	for _, f := range all {
		names = append(names, "--"+f.Name)
	}
	return strings.Join(names, ", ")
}

func (cs *Commands) accountAdd(c *cobra.Command, name string, values map[string]*string) error {
	given := func(f config.AddFlag) bool { return *values[f.Name] != "" }
	some := func(of model.Scheme) bool { return given(config.AddFlags(of)[0]) }
	if !slices.ContainsFunc(model.Services(), some) {
		return console.UsageErrorFor(c, "%s is missing", strings.Join(required(), cs.con.Say(" or ")))
	}
	if err := cs.session.Free(name); err != nil {
		return err
	}
	typed := map[string]string{}
	for _, of := range model.Services() {
		all := config.AddFlags(of)
		if !some(of) && slices.ContainsFunc(all, given) {
			return console.UsageErrorFor(c, text.CliAddNeeds, dashed(all[1:]...), dashed(all[0]))
		}
		for _, f := range all {
			typed[f.Name] = *values[f.Name]
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
	return cs.con.Line(cs.con.Say("%s is now in %s", name, cs.session.Config.File))
}
