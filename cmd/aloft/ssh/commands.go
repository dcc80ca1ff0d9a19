package ssh

import (
	"cmp"
	"io"
	"os"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// Command is ssh with all below it.
func (cs *Commands) Command() console.Command {
	return console.Command{
		Use: "ssh", Short: "serve aloft over SSH", Long: `"aloft ssh serve" is a separate SSH server. An authorized key opens aloft and
gives nothing else on this machine: no shell, no commands, no forwarding. There
are no passwords. Each key has an account, and may be limited to certain places
and to reading. People then see those places and the folders that lead there.
The disk of this machine is shown only if the key names a place on it, and is
always read-only. People who use the same account share its rate limiter, its
jobs and what was read. The keys are in authorized_keys in aloft's
configuration folder, one per line, with the options account="NAME",
place="PLACE" (may be repeated) and read-only before the key:
  account="work",place="drive:/Projects",read-only ssh-ed25519 AAAA… anna`,
		Below: []console.Command{
			cs.serveCommand(),
			{
				Use: "authorize FILE", Short: "let the owner of a public key log in", Long: `FILE has public keys, one per line, as in ~/.ssh/id_ed25519.pub; - reads
standard input. The flags apply to all of them.`,
				Flags: []console.Flag{
					{Name: "for", Value: "", Help: "the account that these keys open (default: the configured one)"},
					{Name: "place", Value: []string(nil), Help: "a place they see, with all in it (may be repeated; default: the whole account)"},
					{Name: "read-only", Value: false, Help: "allow reading only"},
				},
				Run: cs.authorizeFile,
			},
			{Use: "keys", Short: "list who may log in", JSON: []any{keyJSON{}}, Lines: true, Run: cs.listKeys},
			{
				Use: "ls", Short: "list open sessions", Long: "Each line shows the session's id, the key and its comment, the account, the start time, and the client's address.", JSON: []any{visit{}}, Lines: true,
				Run: cs.ls,
			},
			{
				Use: "end ID", Short: "end a session", Long: "The jobs of the session go on. To keep the person out, remove the key from authorized_keys: that ends all sessions of the key, too.",
				Run: cs.end,
			},
			cs.workCommand(),
		},
	}
}

// authorizeFile lets the owners of the keys in a file log in.
func (cs *Commands) authorizeFile(in console.Call) error {
	keys := io.Reader(cs.con.Stdin)
	if in.Args[0] != "-" {
		f, err := os.Open(in.Args[0])
		if err != nil {
			return client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be read: %s", in.Args[0], console.Cause(err))
		}
		defer f.Close()
		keys = f
	}
	data, err := io.ReadAll(io.LimitReader(keys, 1<<20))
	if err != nil {
		return client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be read: %s", in.Args[0], console.Cause(err))
	}
	added, err := cs.authorize(data, in.Text("for"), in.List("place"), in.On("read-only"))
	if err != nil {
		return err
	}
	return cs.con.Lines(model.Each(added, func(k key) string { return cs.con.Say("%s may log in: %s", k.Fingerprint, cs.rights(k)) }))
}

// rights are what a key may do, in words.
func (cs *Commands) rights(k key) string {
	places := model.Each(k.Rights.Places, model.Place.String)
	what := cs.con.Say("everything in the account %s", k.Account)
	if len(places) > 0 {
		what = cs.con.Say("%s of %s", strings.Join(places, ", "), k.Account)
	}
	switch {
	case k.Rights.ReadOnly:
		what = cs.con.Say("%s, read-only", what)
	case k.Rights.SeesDisk():
		what = cs.con.Say("%s, the disk read-only", what)
	}
	return model.Clean(what)
}

// keyJSON is a key as "ssh keys --json" prints it.
type keyJSON struct {
	Line        int      `json:"line"`
	Fingerprint string   `json:"fingerprint"`
	Comment     string   `json:"comment,omitempty"`
	Account     string   `json:"account"`
	Places      []string `json:"places"`
	ReadOnly    bool     `json:"read_only"`
}

func (cs *Commands) listKeys(in console.Call) error {
	all, faults, err := cs.keys()
	if err != nil {
		return err
	}
	err = console.Rows(cs.con, in.Format, all, func(k key) keyJSON {
		places := append([]string{}, model.Each(k.Rights.Places, model.Place.String)...) // never null
		return keyJSON{Line: k.Line, Fingerprint: k.Fingerprint, Comment: k.Comment, Account: k.Account, Places: places, ReadOnly: k.Rights.ReadOnly}
	}, func(k key) []string { return []string{k.Fingerprint, k.Comment, cs.rights(k)} })
	return cmp.Or(err, cs.con.Worst(faults))
}
