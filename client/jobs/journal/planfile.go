package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"aloft/model"
)

// planFile is a plan as stored: its items stand at the end, and are encoded and decoded one
// by one, since a large plan must not be in memory more often than once.
type planFile struct {
	*model.Plan
	Items itemLines `json:"items"`
}

// itemLine is an item as stored. JSON strings must be UTF-8 and names on a disk need not be,
// so those are stored as bytes.
type itemLine struct {
	model.Item
	Raw    []byte `json:"raw_name,omitempty"`
	RawNew []byte `json:"raw_new_name,omitempty"`
}

type itemLines []model.Item

// EncodePlan is a plan as its file has it, with the accounts of its places mapped by f.
func EncodePlan(p *model.Plan, f func(account string) string) ([]byte, error) {
	var b bytes.Buffer
	err := writePlan(&b, p, f)
	return b.Bytes(), err
}

// writePlan encodes a plan for its file, with the accounts of its places mapped by f.
func writePlan(w io.Writer, p *model.Plan, f func(account string) string) error {
	head := *p
	head.Items = nil
	top, err := json.Marshal(planFile{Plan: mapAccounts(&head, f), Items: itemLines{}})
	if err != nil {
		return err
	}
	top, end := bytes.CutSuffix(top, []byte("]}"))
	if !end {
		return fmt.Errorf("the items are not the end of %q", top)
	}
	b := bufio.NewWriterSize(w, 64<<10) // keeps the first error
	b.Write(top)
	enc := json.NewEncoder(b)
	var l itemLine // one for all, since it is on the heap
	for i := range p.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		l = itemLine{Item: p.Items[i]}
		itemAccounts(&l.Item, f)
		if !utf8.ValidString(l.Name) {
			l.Raw = []byte(l.Name)
		}
		if !utf8.ValidString(l.NewName) {
			l.RawNew = []byte(l.NewName)
		}
		if err := enc.Encode(&l); err != nil {
			return err
		}
	}
	b.WriteString("]}")
	return b.Flush()
}

// mostRoom bounds the items for which readItems makes room at once.
const mostRoom = 100_000

// readItems decodes the items of a file of so many bytes. Folders and names that are the
// same stand in memory once.
func readItems(dec *json.Decoder, size int64) (itemLines, error) {
	t, err := dec.Token()
	if err != nil || t == nil { // null
		return nil, err
	}
	if t != json.Delim('[') {
		return nil, fmt.Errorf("the items of a plan are not a list: %v", t)
	}
	var all itemLines
	begin := dec.InputOffset()
	var last model.Item
	var it itemLine
	for dec.More() {
		it = itemLine{}
		if err := dec.Decode(&it); err != nil {
			return nil, err
		}
		if it.Raw != nil {
			it.Name, it.Print.Name = string(it.Raw), string(it.Raw)
		}
		if it.RawNew != nil {
			it.NewName = string(it.RawNew)
		}
		it.share(&last)
		last = it.Item
		if at := dec.InputOffset(); len(all) == cap(all) && len(all) > 30 { // room for the rest at once, if it is like what was read
			all = slices.Grow(all, int(min(max(1, (size-at)*int64(len(all))/(at-begin)), mostRoom)))
		}
		all = append(all, it.Item)
	}
	_, err = dec.Token()
	return slices.Clip(all), err
}

// share uses the texts of the item before where they are the same.
func (l *itemLine) share(last *model.Item) {
	it := &l.Item
	if it.Print.Name == it.Name {
		it.Print.Name = it.Name
	}
	if it.Parent.Equal(last.Parent) {
		it.Parent = last.Parent
	}
	if it.Target.Equal(last.Target) {
		it.Target = last.Target
	}
	if it.Op == last.Op {
		it.Op = last.Op
	}
	if it.Kind == last.Kind {
		it.Kind = last.Kind
	}
	if it.Print.Kind == it.Kind {
		it.Print.Kind = it.Kind
	}
	if it.Decision == last.Decision {
		it.Decision = last.Decision
	}
	if it.Mode == last.Mode {
		it.Mode = last.Mode
	}
}

// DecodePlan decodes what EncodePlan of this version or an earlier one has written, with the
// accounts of its places mapped by f.
func DecodePlan(b []byte, f func(account string) string) (*model.Plan, error) {
	return readPlan(bytes.NewReader(b), int64(len(b)), f)
}

// readPlan is DecodePlan of a file of so many bytes, without all of it in memory at once.
func readPlan(r io.Reader, size int64, f func(account string) string) (*model.Plan, error) {
	dec := json.NewDecoder(r)
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("a plan is not an object: %v, %w", t, err)
	}
	var items itemLines
	head := map[string]json.RawMessage{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		if key == "items" {
			items, err = readItems(dec, size)
		} else {
			var value json.RawMessage
			err = dec.Decode(&value)
			head[key.(string)] = value
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if t, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("after a plan there is %v, %w", t, err)
	}
	rest, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	file := planFile{Plan: &model.Plan{}}
	if err := json.Unmarshal(rest, &file); err != nil {
		return nil, err
	}
	file.Plan.Items = items
	return mapAccounts(file.Plan, f), nil
}
