package drive

import (
	"slices"
	"strings"

	"aloft/client/embedded/store"
)

// makeFolder answers "Create folder". It accepts both bodies that public clients send. It also accepts dir_path and
// makes missing folders of that path.
func (s *Service) makeFolder(q *request) (*reply, error) {
	var b struct {
		Parent   string `json:"pdir_fid"`
		Name     string `json:"file_name"`
		FileType *int   `json:"file_type"`
		Path     string `json:"dir_path"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.Parent)
	b.Name, b.Path = s.given(b.Name), s.given(b.Path)
	if b.FileType != nil && *b.FileType != 0 {
		return bad("file_type is not 0"), nil
	}
	c := &change{Kind: changeMake, Name: b.Name}
	for part := range strings.SplitSeq(b.Path, "/") {
		if part != "" {
			c.Chain = append(c.Chain, part)
		}
	}
	c.Reuse = b.Name == ""
	if b.Name != "" || len(c.Chain) == 0 {
		if why := store.Check(b.Name); why != "" {
			return bad(why), nil
		}
	}
	for _, name := range c.Chain {
		if why := store.Check(name); why != "" {
			return bad(why), nil
		}
	}
	return s.mutate(q, c, func(find finder) (err error) {
		c.To, err = find(b.Parent, "pdir_fid")
		return err
	}, func(f fids, out outcome) object {
		return object{"fid": f.fid(out.seq), "finish": true}
	})
}

// rename answers "Rename". Keeping the old name is a success.
func (s *Service) rename(q *request) (*reply, error) {
	var b struct {
		FID  string `json:"fid"`
		Name string `json:"file_name"`
	}
	if refused := q.decode(&b); refused != nil {
		return refused, nil
	}
	q.fids(b.FID)
	b.Name = s.given(b.Name)
	if why := store.Check(b.Name); why != "" {
		return bad(why), nil
	}
	if b.FID == rootFID {
		return bad("fid is the root"), nil
	}
	c := &change{Kind: changeRename, Name: b.Name}
	return s.mutate(q, c, func(find finder) error {
		seq, err := find(b.FID, "fid")
		c.Nodes = []int64{seq}
		return err
	}, finished)
}

func finished(fids, outcome) object { return object{"finish": true} }

// filelist is the body of move, copy and delete.
type filelist struct {
	Action  *int     `json:"action_type"`
	Files   []string `json:"filelist"`
	Exclude []string `json:"exclude_fids"`
	To      string   `json:"to_pdir_fid"`
}

// files reads a filelist and refuses what no careful client sends.
func (s *Service) files(q *request, b *filelist, actions ...int) *reply {
	if refused := q.decode(b); refused != nil {
		return refused
	}
	q.fids(b.Files...)
	q.fids(b.To)
	q.trial.Batch = len(b.Files)
	if b.Action == nil || !slices.Contains(actions, *b.Action) {
		return bad("action_type")
	}
	if len(b.Files) == 0 {
		return bad("filelist is empty")
	}
	seen := map[string]bool{}
	for _, fid := range b.Files {
		if fid == rootFID {
			return bad("filelist holds the root")
		}
		if seen[fid] {
			return bad("filelist holds a fid twice")
		}
		seen[fid] = true
	}
	return s.tooMany(len(b.Files))
}

// resolveAll turns the target, and the filelist without exclusions, into rows.
func (b *filelist) resolveAll(c *change, find finder) (err error) {
	if c.Kind != changeDelete {
		if c.To, err = find(b.To, "to_pdir_fid"); err != nil {
			return err
		}
	}
	for _, fid := range b.Files {
		if slices.Contains(b.Exclude, fid) {
			continue
		}
		seq, err := find(fid, "filelist")
		if err != nil {
			return err
		}
		c.Nodes = append(c.Nodes, seq)
	}
	return nil
}

// move answers "Move", all or nothing: a taken name at the target, a folder moved into itself, or one stale fid
// refuses the whole call. An entry already in the target stays.
func (s *Service) move(q *request) (*reply, error) {
	var b filelist
	if refused := s.files(q, &b, 1); refused != nil {
		return refused, nil
	}
	c := &change{Kind: changeMove}
	return s.mutate(q, c, func(find finder) error { return b.resolveAll(c, find) }, finished)
}

// copy answers "Copy": each entry with its content, under its own name, all or nothing. It refuses what move refuses.
func (s *Service) copy(q *request) (*reply, error) {
	var b filelist
	if refused := s.files(q, &b, 1); refused != nil {
		return refused, nil
	}
	c := &change{Kind: changeCopy, Room: s.capacity(), Less: s.keepsLess()}
	return s.mutate(q, c, func(find finder) error { return b.resolveAll(c, find) }, func(f fids, out outcome) object {
		data := finished(f, out)
		if len(out.made) == 1 {
			data["fid"] = f.fid(out.made[0])
		}
		return data
	})
}

// delete answers "Delete": into the recycle bin, folders with their content, by
// either action_type.
func (s *Service) delete(q *request) (*reply, error) {
	var b filelist
	if refused := s.files(q, &b, 1, 2); refused != nil {
		return refused, nil
	}
	c := &change{Kind: changeDelete}
	return s.mutate(q, c, func(find finder) error { return b.resolveAll(c, find) }, finished)
}
