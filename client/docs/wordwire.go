package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"aloft/client/docs/conn"
	"aloft/client/lenient"
	"aloft/model"
)

// Answers that grow with the document are read as they come (conn.Long).
var _, _, _, _ conn.Long = (*wireOutline)(nil), (*wireStructure)(nil), (*wireMatches)(nil), (*wireContent)(nil)

// Answers of the doc tools: "Query tools" in "Word Document Editing Tools", and what public clients
// show. An invalid number fails the whole answer: an edit at a misread position would change
// another text.

// whole is a position, a version or a count. Services omit a zero.
type whole int64

var errNumber = errors.New("no whole number")

func (w *whole) UnmarshalJSON(b []byte) error {
	if n, ok := digits(b); ok { // nearly all
		*w = whole(n)
		return nil
	}
	s := strings.TrimSpace(string(bytes.Trim(bytes.TrimSpace(b), `"`)))
	if s == "null" || s == "" {
		*w = 0
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		f, bad := strconv.ParseFloat(s, 64) // 7.0, 1e3
		if bad != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 || strings.ContainsAny(s, "xX_") {
			return errNumber
		}
		n = int64(f)
	}
	if n < 0 {
		return errNumber
	}
	*w = whole(n)
	return nil
}

// digits is a number of few digits and nothing else.
func digits(b []byte) (n int64, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, len(b) > 0 && len(b) < 19
}

// small is for counts: a value that does not fit is as good as infinite.
func (w whole) small() int { return int(min(w, math.MaxInt32)) }

type wireRange struct {
	Begin whole `json:"begin"`
	End   whole `json:"end"`
}

func (r wireRange) ours() model.Range { return model.Range{Begin: int64(r.Begin), End: int64(r.End)} }

type wireVersion struct {
	Version whole `json:"version"`
	Read    struct {
		Version whole `json:"version"`
	} `json:"read_result"`
}

func (w wireVersion) version() int64 { return int64(max(w.Version, w.Read.Version)) }

type wireOutline struct {
	wireVersion
	Nodes []wireHeading `json:"outlines"`
}

// Big reads the headings.
func (w *wireOutline) Big(key string, size int, s *lenient.Stream) error {
	return longList(&w.Nodes, key == "outlines", size, s)
}

// longList reads a list element by element, or passes over what is not wanted.
func longList[T any](to *[]T, wanted bool, size int, s *lenient.Stream) error {
	if !wanted {
		return s.Skip()
	}
	*to = []T{}
	return s.Array(func() error {
		raw, err := s.Raw(size)
		if err != nil {
			return err
		}
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		*to = append(*to, v)
		return nil
	})
}

type wireHeading struct {
	Title        lenient.String `json:"title"`
	Level        lenient.String `json:"level"`
	TitleStart   whole          `json:"title_start"`
	TitleEnd     whole          `json:"title_end"`
	ContentStart whole          `json:"content_start"`
	ContentEnd   whole          `json:"content_end"`
	Children     []wireHeading  `json:"children"`
}

// maxNesting is deeper than any document.
const maxNesting = 64

// nodes builds the tree; false when its positions are inconsistent.
func nodes(in []wireHeading, depth int) ([]*model.OutlineNode, bool) {
	if len(in) == 0 {
		return nil, true
	}
	if depth > maxNesting {
		return nil, false
	}
	out := make([]*model.OutlineNode, 0, len(in))
	for _, w := range in {
		if w.ContentStart == 0 && w.ContentEnd == 0 { // missing: there is nothing under it
			w.ContentStart, w.ContentEnd = w.TitleEnd, w.TitleEnd
		}
		if w.ContentEnd == w.TitleEnd && w.ContentStart == w.TitleEnd+1 { // it ends before it begins
			w.ContentStart = w.TitleEnd
		}
		if w.TitleStart > w.TitleEnd || w.TitleEnd > w.ContentStart || w.ContentStart > w.ContentEnd {
			return nil, false
		}
		n := &model.OutlineNode{
			Title: string(w.Title), Level: levelOf(string(w.Level)),
			TitleStart: int64(w.TitleStart), TitleEnd: int64(w.TitleEnd),
			ContentStart: int64(w.ContentStart), ContentEnd: int64(w.ContentEnd),
		}
		var ok bool
		if n.Children, ok = nodes(w.Children, depth+1); !ok {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// hollow sets the body of a heading without one to the end of the heading: a
// service may return the position behind, where inserted text would be in the next
// heading.
func hollow(tree []*model.OutlineNode) {
	type place struct {
		*model.OutlineNode
		above []*model.OutlineNode
	}
	var last place
	model.Outline{Nodes: tree}.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		if p := last; p.OutlineNode != nil && p.Level != model.LevelBody && len(p.Children) == 0 && p.ContentStart == p.ContentEnd && p.ContentEnd == n.TitleStart {
			p.ContentStart, p.ContentEnd = p.TitleEnd, p.TitleEnd
			for _, a := range p.above { // what ends with it
				if a.ContentEnd == n.TitleStart {
					a.ContentEnd = p.TitleEnd
				}
			}
		}
		last = place{n, above}
		return true
	})
}

// levelOf parses HEADING_LEVEL_2, TITLE or 11; anything else is body text.
func levelOf(s string) int {
	s = strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "HEADING_"), "LEVEL_")
	switch n := lenient.ParseInt(s); {
	case s == "TITLE":
		return model.LevelTitle
	case n.OK && (n.V >= 1 && n.V <= 9 || n.V == model.LevelTitle):
		return int(n.V)
	}
	return model.LevelBody
}

type wireStructure struct {
	wireVersion
	Nodes      []wireBlock `json:"nodes"`
	Paragraphs whole       `json:"total_paragraphs"`
	Headings   whole       `json:"total_headings"`
	Tables     whole       `json:"total_tables"`
	Page       *struct {
		Total    whole `json:"total"`
		Returned whole `json:"returned"`
	} `json:"pagination"`
}

// Big reads the blocks.
func (w *wireStructure) Big(key string, size int, s *lenient.Stream) error {
	return longList(&w.Nodes, key == "nodes", size, s)
}

type wireBlock struct {
	Type     lenient.String `json:"type"`
	Start    whole          `json:"start_index"`
	End      whole          `json:"end_index"`
	Preview  lenient.String `json:"text_preview"`
	Level    whole          `json:"heading_level"`
	Index    whole          `json:"logical_index"`
	Rows     []wireRow      `json:"table_rows"`
	Children []wireBlock    `json:"children"`
}

type wireRow struct {
	Row   whole      `json:"row"`
	Cells []wireCell `json:"cells"`
}

type wireCell struct {
	Row     whole          `json:"row"`
	Col     whole          `json:"col"`
	Start   whole          `json:"start_index"`
	End     whole          `json:"end_index"`
	Preview lenient.String `json:"text_preview"`
}

// nodeKind is the kind of a node; some services have words of their own for a document's title.
func nodeKind(word string) model.NodeKind {
	if word == "Title" || word == "Subtitle" {
		return model.NodeParagraph
	}
	return model.NodeKind(word)
}

// blocks builds the tree; false when its positions are inconsistent.
func blocks(in []wireBlock, depth int) ([]model.StructureNode, bool) {
	if len(in) == 0 {
		return nil, true
	}
	if depth > maxNesting {
		return nil, false
	}
	out := make([]model.StructureNode, 0, len(in))
	for _, w := range in {
		n := model.StructureNode{
			Kind: nodeKind(string(w.Type)), Start: int64(w.Start), End: int64(w.End), Preview: string(w.Preview),
			Index: w.Index.small(),
		}
		if w.Level <= 9 {
			n.Level = int(w.Level)
		}
		for _, r := range w.Rows {
			row := model.TableRow{Row: r.Row.small()}
			for _, c := range r.Cells {
				if c.Start > c.End {
					return nil, false
				}
				c.Row = cmp.Or(c.Row, r.Row)
				row.Cells = append(row.Cells, model.TableCell{
					Row: c.Row.small(), Col: c.Col.small(), Start: int64(c.Start), End: int64(c.End), Preview: string(c.Preview),
				})
			}
			n.Rows = append(n.Rows, row)
		}
		var ok bool
		if n.Children, ok = blocks(w.Children, depth+1); !ok || w.Start > w.End {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

type wireLast struct {
	wireVersion
	Position  *whole         `json:"position"`
	Preceding lenient.String `json:"preceding_text"`
}

type wireMatches struct {
	wireVersion
	All []wireMatch `json:"text_and_locations"`
}

type wireMatch struct {
	Range *wireRange     `json:"range"`
	Text  lenient.String `json:"related_text"`
}

// Big reads the matches.
func (w *wireMatches) Big(key string, size int, s *lenient.Stream) error {
	return longList(&w.All, key == "text_and_locations", size, s)
}

type wireImages struct {
	wireVersion
	All []struct {
		Source     lenient.String `json:"source"`
		Position   whole          `json:"pos"`
		URL        lenient.String `json:"image_url"`
		Attachment lenient.String `json:"attachment_id"`
	} `json:"images"`
}

type wireComments struct {
	wireVersion
	All []wireComment `json:"comments"`
}

type wireComment struct {
	ID     lenient.String  `json:"id"`
	Begin  whole           `json:"range_begin"`
	End    whole           `json:"range_end"`
	Text   lenient.String  `json:"text"`
	Ref    *lenient.String `json:"ref_id"`
	Author lenient.String  `json:"author"`
	Date   lenient.String  `json:"date"`
	Done   lenient.Bool    `json:"done"`
}

func (c wireComment) answers() lenient.String {
	if c.Ref == nil {
		return ""
	}
	return *c.Ref
}

type wireRevisions struct {
	wireVersion
	All []struct {
		ID     lenient.String `json:"id"`
		Kind   lenient.String `json:"kind"`
		Author lenient.String `json:"author"`
		Date   lenient.String `json:"date"`
		Text   lenient.String `json:"text"`
		Begin  whole          `json:"range_begin"`
		End    whole          `json:"range_end"`
	} `json:"revisions"`
}

type wireContent struct {
	wireVersion
	Content   *lenient.String `json:"content"`
	Next      lenient.String  `json:"next_token"`
	Truncated lenient.Bool    `json:"truncated"`
	Cut       lenient.Bool    `json:"is_truncated"`
	More      lenient.Bool    `json:"has_more"`
}

// Big reads the text.
func (w *wireContent) Big(key string, size int, s *lenient.Stream) error {
	if key != "content" {
		return s.Skip()
	}
	if size > longText {
		debug.FreeOSMemory() // a block as long as this finds no room among the pieces of what is gone
	}
	var text strings.Builder
	text.Grow(size)
	if err := s.Text(&text); err != nil {
		return err
	}
	content := lenient.String(text.String())
	w.Content = &content
	return nil
}

// longText in bytes: from there on it is worth a collection, which takes milliseconds.
const longText = 4 << 20

// wireEdited is the edit response; its err_msg was checked before.
type wireEdited struct {
	Base  *whole         `json:"base_version"`
	New   *whole         `json:"new_version"`
	Trace lenient.String `json:"trace_id"`
}
