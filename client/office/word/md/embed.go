package md

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"aloft/client/office/word"
	"aloft/model/budget"

	"github.com/yuin/goldmark/util"
)

// Embed gives the pictures beside a text another address in it; all else in the text stays.
func Embed(src string, opt Options, address func(*word.Picture) (string, error)) (string, error) {
	opt.Budget = budget.Or(opt.Budget)
	m := newReading([]byte(src), opt)
	root, err := newParser(opt.Budget).Parse(m.src)
	if err != nil {
		return "", err
	}
	at := map[int]string{} // offset of an address → the new one
	old := map[int]int{}   // its length
	put := func(sign string, from int, dest []byte, p *word.Picture) error {
		i := addressed(m.src, sign, from, dest)
		if i < 0 || old[i] > 0 {
			return nil
		}
		old[i] = len(dest)
		at[i], err = address(p)
		return err
	}
	defined := map[string]int{}
	err = ast.Walk(root, func(n ast.Node, in bool) (ast.WalkStatus, error) {
		if d, ok := n.(*ast.LinkReferenceDefinition); ok && in {
			if label := util.ToLinkReference(d.Label); defined[label] == 0 {
				defined[label] = d.Pos() + 1
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	err = ast.Walk(root, func(n ast.Node, in bool) (ast.WalkStatus, error) {
		image, ok := n.(*ast.Image)
		if !ok || !in {
			return ast.WalkContinue, nil
		}
		p := m.picture(image)
		switch {
		case p.Data == nil || p.URL == "":
			return ast.WalkContinue, nil
		case image.Reference == nil:
			return ast.WalkContinue, put("](", image.Pos(), image.Destination, p)
		}
		from := defined[util.ToLinkReference(image.Reference.Value)] - 1
		return ast.WalkContinue, put("]:", from, image.Destination, p)
	})
	if err != nil {
		return "", err
	}
	if len(at) == 0 {
		return src, nil
	}
	var b strings.Builder
	done := 0
	for _, i := range slices.Sorted(maps.Keys(at)) {
		b.Write(m.src[done:i])
		b.WriteString(at[i])
		done = i + old[i]
	}
	b.Write(m.src[done:])
	return b.String(), opt.Budget.Err()
}

// addressed is where an address is, behind a sign; -1 = not found.
func addressed(src []byte, sign string, from int, dest []byte) int {
	for from >= 0 && from < len(src) {
		i := bytes.Index(src[from:], []byte(sign))
		if i < 0 {
			return -1
		}
		from += i + len(sign)
		rest := bytes.TrimPrefix(bytes.TrimLeft(src[from:], " \t\n"), []byte("<"))
		if bytes.HasPrefix(rest, dest) {
			return len(src) - len(rest)
		}
	}
	return -1
}
