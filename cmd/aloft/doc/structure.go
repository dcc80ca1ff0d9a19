package doc

import (
	"strings"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// jsonStructure is the service's own shape ("Structure node" in the
// specification of the doc tools).
type jsonStructure struct {
	head
	Nodes      []jsonNode `json:"nodes"`
	Paragraphs int        `json:"total_paragraphs"`
	Headings   int        `json:"total_headings"`
	Tables     int        `json:"total_tables"`
}

type jsonNode struct {
	Type     model.NodeKind `json:"type"`
	Start    int64          `json:"start_index"`
	End      int64          `json:"end_index"`
	Preview  string         `json:"text_preview,omitempty"`
	Level    int            `json:"heading_level"`
	Index    int            `json:"logical_index"`
	Rows     []jsonRow      `json:"table_rows,omitempty"`
	Children []jsonNode     `json:"children,omitempty"`
}

type jsonRow struct {
	Row   int        `json:"row"`
	Cells []jsonCell `json:"cells"`
}

type jsonCell struct {
	Row     int    `json:"row"`
	Col     int    `json:"col"`
	Start   int64  `json:"start_index"`
	End     int64  `json:"end_index"`
	Preview string `json:"text_preview"`
}

func toNodes(in []model.StructureNode) []jsonNode {
	out := []jsonNode{}
	for _, n := range in {
		j := jsonNode{Type: n.Kind, Start: n.Start, End: n.End, Preview: n.Preview, Level: n.Level, Index: n.Index}
		for _, r := range n.Rows {
			row := jsonRow{Row: r.Row, Cells: []jsonCell{}}
			for _, c := range r.Cells {
				row.Cells = append(row.Cells, jsonCell{c.Row, c.Col, c.Start, c.End, c.Preview})
			}
			j.Rows = append(j.Rows, row)
		}
		if len(n.Children) > 0 {
			j.Children = toNodes(n.Children)
		}
		out = append(out, j)
	}
	return out
}

func (cs *Commands) structureCommand() console.Command {
	return cs.reading(console.Command{Use: "structure PLACE", Short: "list the blocks of a document", JSON: []any{jsonStructure{}}}, func(in console.Call, d document, version int64) error {
		s, err := d.editor.Structure(cs.session.Context(), d.ref, version, readNow)
		if err = d.shown(version, s.Version, err); err != nil {
			return err
		}
		if in.JSON {
			return cs.con.Encode(jsonStructure{d.head(s.Version), toNodes(s.Nodes), s.Paragraphs, s.Headings, s.Tables})
		}
		if err := cs.con.Table(cs.structureRows(s), true, false, false); err != nil {
			return err
		}
		return cs.con.Line(cs.con.Say("paragraphs: %d, headings: %d, tables: %d", s.Paragraphs, s.Headings, s.Tables))
	})
}

// structureRows are a row for each node. Tables, cells and boxes are named as --at
// names them.
func (cs *Commands) structureRows(s model.Structure) [][]string {
	var rows [][]string
	tables, boxes := 0, 0
	var walk func(in []model.StructureNode, deep int)
	walk = func(in []model.StructureNode, deep int) {
		for _, n := range in {
			at := rangeText(model.Range{Begin: n.Start, End: n.End})
			indent := strings.Repeat("  ", deep)
			switch n.Kind {
			case model.NodeTable:
				tables++
				cols := 0
				for _, r := range n.Rows {
					cols = max(cols, len(r.Cells))
				}
				rows = append(rows, []string{at, indent + "table " + console.Itoa(int64(tables)), cs.con.Say(text.Typed("%d x %d"), len(n.Rows), cols)})
				for _, r := range n.Rows {
					for _, c := range r.Cells {
						rows = append(rows, []string{
							rangeText(model.Range{Begin: c.Start, End: c.End}),
							indent + "  cell:" + console.Itoa(int64(tables)) + "," + console.Itoa(int64(c.Row)) + "," + console.Itoa(int64(c.Col)), cs.con.Text(c.Preview),
						})
					}
				}
			case model.NodeTextBox, model.NodeCode, model.NodeHighlight:
				boxes++
				rows = append(rows, []string{at, indent + "box:" + console.Itoa(int64(boxes)), string(n.Kind)})
			case model.NodeHeading:
				rows = append(rows, []string{at, indent + levelWord(n.Level), cs.con.Text(n.Preview)})
			case model.NodeParagraph:
				rows = append(rows, []string{at, indent + "paragraph", cs.con.Text(n.Preview)})
			default:
				rows = append(rows, []string{at, indent + model.Clean(cs.con.Word(string(n.Kind))), cs.con.Text(n.Preview)})
			}
			walk(n.Children, deep+1)
		}
	}
	walk(s.Nodes, 0)
	return rows
}
