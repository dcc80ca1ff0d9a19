package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// MakeFolder makes a folder; in the list of spaces that is a space.
func (v *Source) MakeFolder(ctx context.Context, parent model.Ref, name string, class client.Class) (string, error) {
	const op = string(model.OpMakeFolder)
	p := parent.Place.Join(name)
	a := tool.Purpose{Op: op, Place: p, Class: class}
	if isList(parent) && v.s.mine(parent.Place) == nil {
		if err := v.CheckName(name); err != nil {
			return "", at(err, op, p)
		}
		return v.s.createSpace(ctx, name, "", a)
	}
	if err := v.target(op, parent); err != nil {
		return "", err
	}
	if err := v.CheckTitle(name); err != nil {
		return "", at(err, op, p)
	}
	e, err := v.s.create(ctx, parent, name, model.KindFolder, nil, a)
	return e.ID, err
}

func (v *Source) Rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	const op = string(model.OpRename)
	if err := v.entry(op, item); err != nil {
		return err
	}
	if err := v.CheckName(name); err != nil {
		return at(err, op, item.Place)
	}
	_, err := v.s.conn.Do(ctx, tool.Purpose{Op: op, Place: item.Place, Class: class}.Write(tool.Rename, tool.Is("file_id", item.ID), tool.Is("title", name)))
	v.changed(item, err)
	return err
}

// changed removes an entry from memory that was, or may have been, changed.
func (v *view) changed(item model.Ref, err error) {
	if err == nil || client.Is(err, client.KindUnknown) || client.Is(err, client.KindNotFound) {
		v.s.memory.forget(item)
	}
}

// MoveBatch: the tools take one entry in a call.
func (v *Source) MoveBatch() int { return 1 }

// DeleteBatch: the tools take one entry in a call.
func (v *Source) DeleteBatch() int { return 1 }

func (v *Source) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	const op = string(model.OpMove)
	item, err := v.one(op, items)
	if err == nil {
		err = v.target(op, to)
	}
	switch {
	case err != nil:
		return err
	case item.ID == to.ID || to.Place.Within(item.Place):
		return client.Errorf(client.KindInvalid, op, item.Place, "%s cannot be moved into itself", item.Place.Base())
	case !item.Place.IsLoose() && item.Place.Parent().Equal(to.Place):
		return client.Errorf(client.KindInvalid, op, item.Place, "%q is already in that folder", item.Place.Base())
	}
	err = v.s.move(ctx, item.ID, to, tool.Purpose{Op: op, Place: item.Place, Class: class})
	v.changed(item, err)
	return err
}

// move picks the tool by where the target is (rule 2 of "Rules tying tools
// together" in the document specification); for roots that is known.
func (s *Service) move(ctx context.Context, id string, to model.Ref, a tool.Purpose) error {
	space := to.Space
	if !isHome(to) && !isSpace(to) {
		var err error
		if space, err = s.spaceOf(ctx, to, a); err != nil {
			return err
		}
	}
	c := a.Write(tool.Move, tool.Is("file_id", id), tool.May("target_folder_id", to.ID))
	if space != "" {
		to.Space = space
		c = a.Write(tool.MoveToSpace, tool.Is("file_id", id), tool.Is("space_id", space), tool.May("target_parent_id", parentNode(to)))
	}
	_, err := s.conn.Do(ctx, c)
	return err
}

// spaceOf asks for the space of a target, "" = in the home.
func (s *Service) spaceOf(ctx context.Context, to model.Ref, a tool.Purpose) (string, error) {
	select { // two transfers at once ask once
	case s.memory.asking <- struct{}{}:
		defer func() { <-s.memory.asking }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if space, ok := s.memory.spaceOf(to.ID, s.o.Now()); ok {
		return space, nil
	}
	info, err := s.fileInfo(ctx, to.ID, tool.Purpose{Op: a.Op, Place: to.Place, Class: a.Class})
	switch {
	case notOffered(err):
		return to.Space, nil // as found by the walk to it
	case err != nil:
		return "", err
	}
	s.memory.keepSpace(to.ID, info.Facts().Space, s.o.Now())
	return info.Facts().Space, nil
}

func (v *reader) DeleteModes() []client.DeleteMode {
	if v.scheme == model.SchemeSpace {
		return []client.DeleteMode{client.DeleteNode, client.DeleteTree}
	}
	return []client.DeleteMode{client.DeleteToBin, client.DeleteRecord}
}

// Delete: the arguments for the home and for spaces must not be mixed ("Move, copy,
// delete" in the document specification).
func (v *Source) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, class client.Class) error {
	const op = string(model.OpDelete)
	item, err := v.one(op, items)
	if err != nil {
		return err
	}
	inSpace := item.Space != ""
	if mode == "" {
		if mode = client.DeleteToBin; inSpace {
			mode = client.DeleteNode
		}
	}
	how, ok := map[client.DeleteMode]tool.Arg{
		client.DeleteToBin:  tool.Is("delete_type", "origin"),
		client.DeleteRecord: tool.Is("delete_type", "recent"),
		client.DeleteNode:   tool.Is("remove_type", "current"),
		client.DeleteTree:   tool.Is("remove_type", "all"),
	}[mode]
	switch ofSpaces := mode == client.DeleteNode || mode == client.DeleteTree; {
	case !ok:
		return client.Errorf(client.KindUnsupported, op, item.Place, text.NoSuchDelete, string(item.Place.Scheme), string(mode))
	case inSpace != ofSpaces:
		return client.Errorf(client.KindInvalid, op, item.Place, text.NoSuchDelete, string(item.Place.Scheme), string(mode))
	}
	a := tool.Purpose{Op: op, Place: item.Place, Class: class}
	_, err = v.s.conn.Do(ctx, a.Write(tool.Delete, tool.Is("file_id", item.ID), how))
	if notOffered(err) && inSpace {
		_, err = v.s.conn.Do(ctx, a.Write(tool.DeleteNode, tool.Is("space_id", item.Space), tool.Is("node_id", item.ID), tool.Is("remove_type", how.Value)))
	}
	if mode != client.DeleteRecord {
		v.changed(item, err)
	}
	return err
}
