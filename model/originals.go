package model

import "aloft/model/text"

// notAllCopied is why an original is kept.
const notAllCopied text.Text = "it stays, since not all of it is copied"

// Originals says what becomes of the originals of an OpRelocate, "" for other plans.
func (p *Plan) Originals() text.Text {
	if p.Op != OpRelocate || p.Undoes != "" {
		return ""
	}
	out := text.Text("each original goes to the recycle bin once its copy is whole")
	for i := range p.Items {
		switch it := &p.Items[i]; {
		case it.Copied == "" || !it.Goes():
		case it.Mode != ModeBin:
			return "each original is deleted for good once its copy is whole"
		case it.Copied == CopiedConverted:
			out = "each original goes to the recycle bin once its copy is there; a copy in another format may not keep everything"
		}
	}
	return out
}

// keepOriginals leaves out the deletion of each original of an OpRelocate that is not copied
// as a whole, as the decisions are now.
func (p *Plan) keepOriginals() {
	if p.Op != OpRelocate {
		return
	}
	kept := map[string]bool{} // what is not copied, and the folders that it is in
	for i := range p.Items {
		it := &p.Items[i]
		at := it.Place()
		switch {
		case it.Goes() || it.Why == WhyExists || it.Copied != "":
			continue
		case it.Op.Row().Folder:
			at = it.Like
		}
		for at = at.Unpinned(); !at.IsRoot() && !kept[at.String()]; at = at.Parent() {
			kept[at.String()] = true
		}
	}
	for i := range p.Items {
		it := &p.Items[i]
		why := (*text.Catalogue)(nil).Say(notAllCopied)
		if it.Copied == "" || it.Decision == DecideSkip && it.Reason != why { // or its bin does not take it
			continue
		}
		it.Decision, it.Why, it.Reason = DecideGo, "", ""
		if kept[it.Place().Unpinned().String()] {
			it.Decision, it.Why, it.Reason = DecideSkip, WhyRefused, why
		}
	}
}
