package plan

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// hardLinks counts the further names of files that become files of their own, where the target has no hard links.
func hardLinks(p *planner) {
	if p.to == nil {
		return
	}
	_, copies := p.to.Src.(client.FileCopier)
	if l, knows := p.to.Src.(client.Linker); copies && (!knows || l.HardLinks(p.r.Target)) {
		return
	}
	brought := map[string]bool{}
	for i := range p.plan.Items {
		it := &p.plan.Items[i]
		if it.Inode == "" || it.Decision == model.DecideSkip {
			continue
		}
		if brought[it.Inode] {
			p.plan.Apart++
		}
		brought[it.Inode], it.Inode = true, ""
	}
}

// worthAsking is how many bytes a plan has whose room a service is asked for. It refuses the first file of fewer itself, before
// a byte is sent.
const worthAsking = 16 << 20

// room refuses a plan whose bytes have no room where they go, as far as that is known, and keeps what is free there.
func room(ctx context.Context, p *planner) error {
	need := p.plan.Needs()
	if need == 0 || need < worthAsking && !p.r.Target.Scheme.Local() {
		return nil
	}
	free, _ := client.Free(ctx, p.to.Src, p.r.Target, p.Class)
	if free == model.Unknown {
		return nil
	}
	if need <= free {
		p.plan.Free = free
		return nil
	}
	needed, there := text.Sizes(need, free)
	e := client.Errorf(client.KindInvalid, string(p.r.Op), p.r.Target, "there is not enough room in %s: %s needed, %s free; nothing was started", p.r.Target.String(), needed, there)
	e.Hint = "make room, then try again"
	return e
}
