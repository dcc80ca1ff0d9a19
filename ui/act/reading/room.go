package reading

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/kit"
)

// roomFor is how long an answer about free space is shown without asking again.
const roomFor = time.Minute

// rooms is the free space of what the panes have shown.
type rooms struct {
	on    string // what the cursor is in, "" = nothing to ask
	seq   int
	known map[string]room
}

// room is the free space of a place and all there is, each model.Unknown if the source does not say.
type room struct {
	free, all int64
	at        time.Time
}

// roomMsg says that the cursor has rested in a place, roomedMsg carries its free space.
type (
	roomMsg   struct{ seq int }
	roomedMsg struct {
		key string
		room
	}
)

// roomKey names what has the free space of a place: a service has one for all its folders.
func roomKey(at model.Place) string {
	switch {
	case at.IsResults():
		return ""
	case at.Scheme.Local():
		return at.String()
	}
	return at.Root().String()
}

// watchRoom asks for the free space when the column shows another place, once the cursor rests.
func (a *Acts) watchRoom() tea.Cmd {
	r, key := &a.rooms, ""
	if a.Shown.Info && !a.Previews() {
		key = roomKey(a.Pane().Place())
	}
	if key == r.on {
		return nil
	}
	r.on = key
	r.seq++
	if seq := r.seq; key != "" && !r.fresh(key, a.Env.Now()) {
		return tea.Tick(restFor, func(time.Time) tea.Msg { return roomMsg{seq} })
	}
	return nil
}

func (r *rooms) fresh(key string, now time.Time) bool {
	known, ok := r.known[key]
	return ok && now.Sub(known.at) < roomFor
}

// askRoom asks for the free space of the place that the cursor rests in, after everything that the user waits for.
func (a *Acts) askRoom(m roomMsg) tea.Cmd {
	at := a.Pane().Place()
	if m.seq != a.rooms.seq || roomKey(at) != a.rooms.on {
		return nil
	}
	src, err := a.Client.Sources.For(at)
	if err != nil {
		return nil
	}
	ctx, now, key := a.Env.Ctx, a.Env.Now(), a.rooms.on
	return func() tea.Msg {
		free, all := client.Free(ctx, src, at, client.Bulk)
		return roomedMsg{key, room{free, all, now}}
	}
}

// roomed keeps an answer.
func (r *rooms) roomed(m roomedMsg) {
	kit.Keep(&r.known, maxInside, m.key, m.room)
}

// Free returns the free space of a place and all there is, each model.Unknown as long as it is not known.
func (a *Acts) Free(at model.Place) (free, all int64) {
	if known, ok := a.rooms.known[roomKey(at)]; ok {
		return known.free, known.all
	}
	return model.Unknown, model.Unknown
}
