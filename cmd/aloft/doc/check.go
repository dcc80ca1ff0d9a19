package doc

import (
	"os"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/office"
	"aloft/client/office/word/loss"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// outcomes are the headings of doc check, in their order.
func outcomes() []struct {
	is   loss.Outcome
	head text.Text
} {
	return []struct {
		is   loss.Outcome
		head text.Text
	}{
		{loss.Lost, "Not kept:"},
		{loss.Simpler, "Kept in the file, shown in a simpler form:"},
		{loss.Unseen, "Kept in the file, not shown:"},
		{loss.Kept, "Kept and shown as it is:"},
	}
}

type jsonFinding struct {
	Element string       `json:"element"`
	Count   int          `json:"count"`
	Outcome loss.Outcome `json:"outcome"`
	Text    string       `json:"text"`
}

type jsonCheck struct {
	File     string        `json:"file"`
	Elements []jsonFinding `json:"elements"`
}

func (cs *Commands) checkCommand() console.Command {
	return console.Command{
		Use: "check FILE", Short: "check what an import keeps, element by element", Long: `Reads a docx or md on this machine and sends nothing. For each kind of content
it reports what the embedded service keeps through import, edit and export.
Blocks that no edit touches stay as they are. Another service may keep less.`, JSON: []any{jsonCheck{}},
		Run: func(in console.Call) error {
			found, err := cs.check(in.Args[0])
			if err != nil {
				return err
			}
			j := jsonCheck{in.Args[0], []jsonFinding{}}
			var lines []string
			for _, o := range outcomes() {
				for i, x := range model.Only(found, func(x loss.Finding) bool { return x.Outcome == o.is }) {
					said := x.Say(cs.con.Catalogue)
					j.Elements = append(j.Elements, jsonFinding{string(x.Kind), x.Count, x.Outcome, said})
					if i == 0 {
						lines = append(lines, cs.con.Say(o.head))
					}
					lines = append(lines, "  "+said)
				}
			}
			switch {
			case in.JSON:
				return cs.con.Encode(j)
			case len(found) == 0:
				return cs.con.Line(cs.con.Say("The file has only plain paragraphs."))
			}
			return cs.con.Lines(lines)
		},
	}
}

// check reads a file of the disk.
func (cs *Commands) check(name string) ([]loss.Finding, error) {
	at, err := cs.places.Place(name)
	if err != nil {
		return nil, err
	}
	if at.Scheme != model.SchemeDisk {
		return nil, client.Errorf(client.KindUnsupported, "check", at, "only files on this machine can be checked")
	}
	file, err := os.Open(disk.Path(at))
	if err != nil {
		return nil, cs.con.Unreadable(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, cs.con.Unreadable(name, err)
	}
	if info.IsDir() {
		return nil, client.Errorf(client.KindInvalid, "check", at, "a folder cannot be checked")
	}
	return office.Check(cs.session.Context(), at.Base(), file, info.Size())
}
