package admin

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// newAccount holds the flags of account add.
type newAccount struct {
	drive                config.Drive
	docs                 config.Docs
	command, docsCommand string
}

func (cs *Commands) accountAdd(c *cobra.Command, name string, n newAccount) error {
	if n.drive.BaseURL == "" && n.docs.Endpoint == "" {
		return console.UsageErrorFor(c, "--drive URL or --docs ENDPOINT is missing")
	}
	if cs.session.Config.Known(name) {
		return client.Errorf(client.KindConflict, "account", model.Place{}, "there is an account %s already", name)
	}
	if cs.session.Config.File == "" {
		return cs.session.DirsErr
	}
	var drive *config.Drive
	var docs *config.Docs
	if n.drive.BaseURL != "" {
		n.drive.CredentialCommand = session.CommandWords(n.command)
		drive = &n.drive
	} else if n.drive.WebOrigin != "" || n.command != "" {
		return console.UsageErrorFor(c, text.CliAddNeeds, "--origin, --command", "--drive")
	}
	if n.docs.Endpoint != "" {
		n.docs.CredentialCommand = session.CommandWords(n.docsCommand)
		docs = &n.docs
	} else if n.docs.AuthScheme != "" || n.docs.DocURLBase != "" || n.docsCommand != "" {
		return console.UsageErrorFor(c, text.CliAddNeeds, "--auth-scheme, --doc-url, --docs-command", "--docs")
	}
	if err := config.CheckAccount(name, drive, docs); err != nil {
		return console.Exit(console.ExitUsage, err)
	}
	if err := config.AddAccount(cs.session.Config.File, name, drive, docs); err != nil {
		return err
	}
	for _, line := range cs.session.PlainWarnings(name, &config.Account{Drive: drive, Docs: docs}) {
		cs.con.WarnLine(line)
	}
	return cs.con.Line(cs.con.Say("%s is now in %s", name, cs.session.Config.File))
}
