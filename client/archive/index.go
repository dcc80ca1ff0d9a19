package archive

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"aloft/client/office"
	"aloft/model"
)

// item is what an archive says of one entry.
type item struct {
	name     string // as it is written there, or decoded
	plain    bool   // the archive says that the name is UTF-8
	size     int64
	modified time.Time
	folder   bool
	link     string // where it leads
	why      string // why it is not given, "" = it is
	sum      uint32 // CRC-32 of its content
	summed   bool
	n        int   // in the order of the archive
	at       int64 // where its content begins in an archive that is not compressed, 0 = that is not known
}

// node is an entry of the tree.
type node struct {
	name  string
	item  *item // nil = a folder that no entry is about
	list  []*node
	names map[string]*node // of a folder
}

func (n *node) kind() model.Kind {
	switch {
	case n.names != nil:
		return model.KindFolder
	case n.item.link != "":
		return model.KindLink
	}
	return model.KindFile
}

const (
	maxEntries = 1 << 20 // of an archive, with the folders that they are in
	maxSteps   = 200     // of the path of one
	maxName    = 4096    // bytes of the path
)

// tree makes the tree of the items; false = there are too many.
func tree(items []*item) (*node, bool) {
	root := &node{names: map[string]*node{}}
	decode(items)
	left := maxEntries
	for _, it := range items {
		steps, inside := stepsOf(it.name)
		if !inside {
			steps, it.why, it.folder = []string{strings.ReplaceAll(it.name, "\x00", "\uFFFD")}, whyOutside, false
		}
		at := root
		for i, name := range steps {
			last, was := i == len(steps)-1, at.names[name]
			folder := !last || it.folder
			if was == nil || was.names == nil || !folder {
				if left--; left < 0 {
					return nil, false
				}
				if was = at.add(name); folder {
					was.names = map[string]*node{}
				}
			}
			if at = was; last {
				at.item = it
			}
		}
	}
	return root, true
}

// add adds an entry to a folder: the second one of a name gets a number.
func (n *node) add(name string) *node {
	for i, was := 2, name; n.names[name] != nil; i++ {
		ext := model.Extension(was)
		name = strings.TrimSuffix(was, ext) + " (" + strconv.Itoa(i) + ")" + ext
	}
	c := &node{name: name}
	n.names[name] = c
	n.list = append(n.list, c)
	return c
}

// stepsOf are the names on the way to an entry; inside: they lead to no other folder.
func stepsOf(name string) (steps []string, inside bool) {
	if !strings.Contains(name, "/") && strings.Contains(name, `\`) { // as some programs for Windows write it
		name = strings.ReplaceAll(name, `\`, "/")
	}
	drive := len(name) > 1 && name[1] == ':' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
	if len(name) > maxName || drive || strings.HasPrefix(name, "/") || strings.IndexByte(name, 0) >= 0 {
		return nil, false
	}
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "", ".":
		case "..":
			return nil, false
		default:
			steps = append(steps, part)
		}
	}
	return steps, len(steps) <= maxSteps
}

// decode decodes the names of which the archive does not say how they are encoded.
func decode(items []*item) {
	var raw []string
	var of []*item
	for _, it := range items {
		if !it.plain && !utf8.ValidString(it.name) {
			raw, of = append(raw, it.name), append(of, it)
		}
	}
	if len(raw) == 0 {
		return
	}
	for i, name := range office.Names(raw, true) {
		of[i].name = name
	}
}

// unicodePath is the name in the extra field 0x7075 of an entry of a zip, if it is about this name.
func unicodePath(extra []byte, name string) (string, bool) {
	for len(extra) >= 4 {
		id, n := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			return "", false
		}
		field := extra[:n]
		if extra = extra[n:]; id != 0x7075 || n < 6 || field[0] != 1 || binary.LittleEndian.Uint32(field[1:]) != crc32.ChecksumIEEE([]byte(name)) {
			continue
		}
		if s := string(field[5:]); utf8.ValidString(s) {
			return s, true
		}
	}
	return "", false
}
