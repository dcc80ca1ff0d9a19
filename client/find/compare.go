package find

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"aloft/model"
)

// Side is one of the two trees.
type Side struct {
	Root model.Place
	// List lists a folder of the tree.
	List func(ctx context.Context, at model.Place) ([]model.Entry, error)
	// Name is what the other side calls an entry of this one; nil = the same.
	Name func(*model.Entry) string
	// Makes: the other side has files made of its documents, or documents made of its files. They
	// differ where it was changed later, and those of one name have numbers, as copies get them.
	Makes bool
	// Details returns an entry with what listings of the side leave out, nil = they have all.
	Details func(ctx context.Context, e model.Entry) (model.Entry, error)
	// Excluded reports whether a path below Dst is left alone on both sides, nil = none is.
	Excluded func(path string, folder bool) bool
	// FoldsCase reports whether a folder ignores the case of names; nil = none does.
	FoldsCase func(folder model.Place, entries []model.Entry) bool
	// Sums returns the checksums of files of a folder, "" where there is none; only
	// model.BySum needs it.
	Sums func(ctx context.Context, folder model.Place, files []*model.Entry) ([]string, error)
}

func (s *Side) foldsCase(folder model.Place, entries []model.Entry) bool {
	return s.FoldsCase != nil && s.FoldsCase(folder, entries)
}

// Paired is the entries of one name; Src or Dst is nil where the side has none.
type Paired struct {
	Src, Dst *model.Entry
	// From and To are their folders. Where a side does not have the folder, it is the place
	// that it would have.
	From, To model.Place
	Name     string // at Dst
	// Numbered: Src shares its name with others.
	Numbered bool
	Why      model.Difference
	// Several entries of one side have the name: none of them is compared.
	Twins bool
	// Beside: Dst has another form of a name that Src has, too.
	Beside bool
}

// Here is the place of Src, There that of Dst, or of a copy of Src.
func (p *Paired) Here() model.Place {
	return p.From.JoinEntry(p.Src, map[string]bool{p.Src.Name: p.Numbered && p.From.Scheme.Documents()})
}
func (p *Paired) There() model.Place { return p.To.Join(p.Name) }

// Compare walks both trees, and calls each for all pairs but those of the same folder, in
// natural order of their names. below: the folder that only Src has is gone through, too.
func Compare(ctx context.Context, src, dst Side, by model.Comparing, each func(p *Paired) (below bool, err error)) error {
	return walk(ctx, src, dst, by, src.Root, dst.Root, true, each)
}

func walk(ctx context.Context, src, dst Side, by model.Comparing, from, to model.Place, both bool, each func(p *Paired) (bool, error)) error {
	here, err := src.List(ctx, from)
	if err != nil {
		return err
	}
	var there []model.Entry
	if both {
		if there, err = dst.List(ctx, to); err != nil {
			return err
		}
	}
	folds := src.foldsCase(from, here) || dst.foldsCase(to, there)
	ours, numbered := named(here, &src)
	theirs, _ := named(there, &dst)
	all := pairs(ours, theirs, folds)
	if src.Excluded != nil {
		all = slices.DeleteFunc(all, func(p *Paired) bool {
			e, names := cmp.Or(p.Src, p.Dst), to.Join(p.Name).Names()
			return src.Excluded(strings.Join(names[len(dst.Root.Path):], "/"), e.Enterable())
		})
	}
	for _, p := range all {
		p.Numbered = p.Src != nil && numbered[p.Src]
		if p.Src != nil && p.Dst != nil || p.Numbered {
			if err := differ(ctx, &src, &dst, p, by); err != nil {
				return err
			}
		}
	}
	if by == model.BySum {
		if err := sums(ctx, src, dst, from, to, all); err != nil {
			return err
		}
	}
	for _, p := range all {
		p.From, p.To = from, to
		if p.Src != nil && p.Dst != nil {
			if p.Src.Enterable() && p.Dst.Enterable() && !p.Twins {
				if err := walk(ctx, src, dst, by, p.Here(), p.There(), true, each); err != nil {
					return err
				}
				continue
			}
		}
		below, err := each(p)
		if err != nil {
			return err
		}
		if below && p.Src != nil && p.Src.Enterable() {
			if err := walk(ctx, src, dst, by, p.Here(), p.There(), false, each); err != nil {
				return err
			}
		}
	}
	return nil
}

// differ says in what the two entries of a pair differ.
func differ(ctx context.Context, src, dst *Side, p *Paired, by model.Comparing) error {
	if src.Makes && !p.Src.Kind.Container() {
		for _, s := range []struct {
			of *Side
			e  **model.Entry
		}{{src, &p.Src}, {dst, &p.Dst}} {
			if *s.e == nil || s.of.Details == nil || !(*s.e).Modified.IsZero() {
				continue
			}
			more, err := s.of.Details(ctx, **s.e)
			if err != nil {
				return err
			}
			with := **s.e
			with.Created, with.Modified = more.Created, more.Modified
			*s.e = &with
		}
	}
	switch {
	case p.Dst == nil:
		return nil
	case src.Makes && !p.Src.Enterable() && !p.Dst.Kind.Container():
		// The file of another document of that title has another time.
		p.Why = p.Src.Later(p.Dst, p.Numbered && (dst.Root.Scheme.Local() || !p.Dst.Original.IsZero()))
	default:
		p.Why = p.Src.Differs(p.Dst, !src.Root.Scheme.Local() || !dst.Root.Scheme.Local())
	}
	if by == model.BySize && p.Why == model.DiffTime {
		p.Why = ""
	}
	return nil
}

// sums compares the files of one size by their checksums, where both sides have one.
func sums(ctx context.Context, src, dst Side, from, to model.Place, all []*Paired) error {
	var both []*Paired
	var a, b []*model.Entry
	for _, p := range all {
		if p.Src != nil && p.Dst != nil && !p.Twins && p.Src.Kind == model.KindFile && p.Dst.Kind == model.KindFile && p.Why != model.DiffSize {
			both, a, b = append(both, p), append(a, p.Src), append(b, p.Dst)
		}
	}
	if len(both) == 0 {
		return nil
	}
	one, err := src.Sums(ctx, from, a)
	if err != nil {
		return err
	}
	two, err := dst.Sums(ctx, to, b)
	if err != nil {
		return err
	}
	for i, p := range both {
		switch {
		case one[i] == "" || two[i] == "":
		case one[i] == two[i]:
			p.Why = ""
		default:
			p.Why = model.DiffSum
		}
	}
	return nil
}

// pairs are the entries of two folders, by their names. Where neither side has both
// forms of a name, composed and decomposed, or in both cases where one side ignores
// that, the two forms are one name.
func pairs(a, b map[string][]*model.Entry, folds bool) (out []*Paired) {
	forms := map[string][]string{}
	for n := range a {
		form := model.NameForm(n, folds)
		forms[form] = append(forms[form], n)
	}
	for n := range b {
		if a[n] == nil {
			form := model.NameForm(n, folds)
			forms[form] = append(forms[form], n)
		}
	}
	for _, names := range forms {
		if n, m := names[0], names[len(names)-1]; len(names) == 2 && b[n] == nil && a[m] == nil {
			out = append(out, pair(a[n], b[m], n))
			continue
		}
		inBoth, inSrc, inDst := 0, 0, 0
		for _, n := range names {
			switch {
			case b[n] == nil:
				inSrc++
			case a[n] == nil:
				inDst++
			default:
				inBoth++
			}
		}
		for _, n := range names {
			p := pair(a[n], b[n], n)
			switch {
			case p.Dst == nil:
				p.Twins = p.Twins || inDst > 0 || folds && len(names) > 1
			case p.Src == nil:
				p.Beside = inBoth+inSrc > 0
				p.Twins = p.Twins || p.Beside
			}
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(p, q *Paired) int { return model.CompareNatural(p.Name, q.Name) })
	return out
}

func pair(a, b []*model.Entry, name string) *Paired {
	p := &Paired{Name: name, Twins: len(a) > 1 || len(b) > 1}
	if len(a) > 0 {
		p.Src = a[0]
	}
	if len(b) > 0 {
		p.Dst = b[0]
		p.Name = p.Dst.Name
	}
	return p
}

// named are the entries of a folder by the names that the other side has for them, and which of
// them share theirs.
func named(entries []model.Entry, s *Side) (out map[string][]*model.Entry, numbered map[*model.Entry]bool) {
	out, numbered = make(map[string][]*model.Entry, len(entries)), map[*model.Entry]bool{}
	var shared []string
	for i := range entries {
		n := entries[i].Name
		if s.Name != nil {
			n = s.Name(&entries[i])
		}
		if out[n] = append(out[n], &entries[i]); s.Makes && len(out[n]) == 2 {
			shared = append(shared, n)
		}
	}
	slices.Sort(shared)
	for _, n := range shared {
		twins := out[n]
		slices.SortFunc(twins, InTurn)
		out[n] = twins[:1:1]
		numbered[twins[0]] = true
		for _, e := range twins[1:] {
			numbered[e] = true
			ext := ""
			if !e.Kind.Container() {
				ext = model.Extension(n)
			}
			free := n
			for i := 1; out[free] != nil; i++ {
				free = strings.TrimSuffix(n, ext) + " (" + strconv.Itoa(i) + ")" + ext
			}
			out[free] = []*model.Entry{e}
		}
	}
	return out, numbered
}

// InTurn is the order in which entries get numbers that would have one name: always the same,
// whatever the order of a listing.
func InTurn(a, b *model.Entry) int {
	return cmp.Or(model.CompareNatural(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}
