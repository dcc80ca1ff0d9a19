package edits

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// outdated is the error of an edit whose base is not the newest version any more,
// with what has changed since, as far as the older one can be read.
func (e *Engine) outdated(ctx context.Context, d *doc, base int64, seen *model.Outline, now model.Outline, class client.Class) error {
	o := &client.Outdated{Base: base, Version: now.Version}
	opt := client.Options{Class: class, Fresh: true}
	if seen == nil {
		if old, err := d.ed.Outline(ctx, d.ref, base, opt); err == nil && old.Version == base {
			seen = &old
		}
	}
	if seen == nil {
		o.Unread = true
	} else {
		same := sameTexts(ctx, d, *seen, now, opt)
		o.ByLength = same == nil
		o.Changes = markdown.CompareOutlines(*seen, now, same)
	}
	return d.fail(client.KindConflict, text.EditsOutdated, base, now.Version).Hinted("check what has changed, then try again on the newest version").Caused(o)
}

// sameTexts compares the own texts of two versions, nil when they cannot be read.
func sameTexts(ctx context.Context, d *doc, old, now model.Outline, opt client.Options) func(a, b *model.OutlineNode) bool {
	was, err := d.ed.Content(ctx, d.ref, old.Version, opt)
	if err != nil || was.Version != old.Version {
		return nil
	}
	is, err := d.ed.Content(ctx, d.ref, now.Version, opt)
	if err != nil || is.Version != now.Version {
		return nil
	}
	return markdown.SameText(markdown.SplitSections(old, was.Markdown), markdown.SplitSections(now, is.Markdown))
}
