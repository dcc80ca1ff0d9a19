package uitest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
)

// Hooks is a webhook receiver in memory. Tests feed deliveries to it; requests to it are carried out at once and
// recorded in Calls.
type Hooks struct {
	mu      sync.Mutex
	status  model.HookStatus
	all     []*model.Delivery // newest first
	details map[string]model.DeliveryDetail
	outputs map[string][]byte
	talks   []model.Conversation
	said    map[string][]model.Message
	events  chan client.HookEvent
	n       int

	Known []model.HookRoute
	Calls []string // "pause true", "kill d3", …
	Key   string   // the token
	Err   error    // the result of every call that changes something
	// Hang makes calls with a context wait until it ends.
	Hang bool
}

// NewHooks makes a receiver that listens.
func NewHooks() *Hooks {
	return &Hooks{
		status:  model.HookStatus{State: model.HookUp, Address: "127.0.0.1:9111", URL: "http://127.0.0.1:9111/hook"},
		details: map[string]model.DeliveryDetail{}, outputs: map[string][]byte{}, said: map[string][]model.Message{},
		events: make(chan client.HookEvent, 1), Key: "0123456789abcdef",
	}
}

// Deliver adds a delivery, or changes the one with its id, and sends the event.
// What is empty in a new one gets a value: id, times, count, remote, status 200.
func (h *Hooks) Deliver(d model.Delivery) model.Delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d.ID == "" {
		d.ID = h.id()
	}
	if d.At.IsZero() {
		d.At = time.Now()
	}
	if d.Last.IsZero() {
		d.Last = d.At
	}
	d.Count = max(d.Count, 1)
	if d.Remote == "" {
		d.Remote = "127.0.0.1"
	}
	if d.Status == 0 {
		d.Status = 200
	}
	i := slices.IndexFunc(h.all, func(o *model.Delivery) bool { return o.ID == d.ID })
	if i < 0 {
		h.all = slices.Insert(slices.Clone(h.all), 0, &d)
		h.all = h.all[:min(len(h.all), 1000)]
		h.status.Arrived++
		if d.State.Bad() {
			h.status.Failed++
		}
	} else {
		if d.State.Bad() && !h.all[i].State.Bad() {
			h.status.Failed++
		}
		h.all = slices.Clone(h.all)
		h.all[i] = &d
	}
	h.count()
	h.tell(client.HookEvent{})
	return d
}

// count updates the status from the list; the lock is held.
func (h *Hooks) count() {
	h.status.Live, h.status.Asking = 0, 0
	for _, o := range h.all {
		if !o.State.Ended() {
			h.status.Live++
		}
		if o.State == model.DeliveryAsking {
			h.status.Asking++
		}
	}
}

// id of the next delivery; ids sort by time.
func (h *Hooks) id() string {
	h.n++
	return fmt.Sprintf("d%05d", h.n)
}

// SetStatus changes the receiver's state.
func (h *Hooks) SetStatus(change func(*model.HookStatus)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.status)
	h.tell(client.HookEvent{})
}

// SetDetail sets what Delivery returns besides the delivery itself.
func (h *Hooks) SetDetail(id string, d model.DeliveryDetail) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.details[id] = d
}

// Print appends to a delivery's output.
func (h *Hooks) Print(id, s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.outputs[id] = append(h.outputs[id], s...)
	for i, d := range h.all {
		if d.ID == id {
			grown := *d
			grown.Output = int64(len(h.outputs[id]))
			h.all = slices.Clone(h.all)
			h.all[i] = &grown
		}
	}
	h.tell(client.HookEvent{})
}

// Say puts a message into a conversation, which is made when missing.
func (h *Hooks) Say(session string, m model.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m.At.IsZero() {
		m.At = time.Now()
	}
	h.said[session] = append(h.said[session], m)
	c := model.Conversation{Session: session, ID: "talk-" + session}
	if i := slices.IndexFunc(h.talks, func(c model.Conversation) bool { return c.Session == session }); i >= 0 {
		c = h.talks[i]
		h.talks = slices.Delete(slices.Clone(h.talks), i, i+1)
	}
	c.Messages, c.Last = c.Messages+1, m
	h.talks = slices.Insert(h.talks, 0, c)
	h.tell(client.HookEvent{})
}

// Notify sends an event with notifications.
func (h *Hooks) Notify(n ...client.Notification) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tell(client.HookEvent{Notify: n})
}

// Close closes the events, as a receiver does at its end.
func (h *Hooks) Close() { close(h.events) }

// tell never blocks: pending events are merged.
func (h *Hooks) tell(e client.HookEvent) {
	select {
	case old := <-h.events:
		e.Notify = append(old.Notify, e.Notify...)
	default:
	}
	h.events <- e
}

func (h *Hooks) Status() model.HookStatus {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.status
	if s.Lines == "" {
		s.Lines = s.URL
	}
	return s
}

func (h *Hooks) Deliveries() []*model.Delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all
}

func (h *Hooks) Events() <-chan client.HookEvent { return h.events }

// wait blocks until the caller gives up, if Hang is set.
func (h *Hooks) wait(ctx context.Context) error {
	h.mu.Lock()
	hang := h.Hang
	h.mu.Unlock()
	if hang {
		<-ctx.Done()
	}
	return ctx.Err()
}

func (h *Hooks) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	if err := h.wait(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.all {
		if d.ID == id {
			out := h.details[id]
			out.Delivery = *d
			if b := h.outputs[id]; out.Head == nil && len(b) > 0 {
				out.Head = slices.Clone(b)
			}
			return &out, nil
		}
	}
	return nil, client.Errorf(client.KindNotFound, "delivery", model.Place{}, "no delivery %s", id)
}

func (h *Hooks) Output(ctx context.Context, id string, offset int64, most int) (part []byte, at, size int64, err error) {
	if err := h.wait(ctx); err != nil {
		return nil, 0, 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.outputs[id]
	size = int64(len(b))
	if at = offset; at < 0 {
		at = max(0, size+offset)
	}
	at = min(at, size)
	return slices.Clone(b[at:min(size, at+int64(most))]), at, size, nil
}

func (h *Hooks) Conversations() []model.Conversation {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.talks
}

func (h *Hooks) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	if err := h.wait(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	said := h.said[session]
	if most > 0 {
		said = said[max(0, len(said)-most):]
	}
	return slices.Clone(said), nil
}

// call records a request and carries it out.
func (h *Hooks) call(ctx context.Context, what string, change func()) error {
	if err := h.wait(ctx); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Calls = append(h.Calls, what)
	if h.Err != nil {
		return h.Err
	}
	change()
	h.count()
	h.tell(client.HookEvent{})
	return nil
}

func (h *Hooks) Start(ctx context.Context, port int) error {
	return h.call(ctx, "start "+strconv.Itoa(port), func() {
		address := "127.0.0.1:9111"
		if port == client.AnyPort {
			address = "127.0.0.1:40001"
		}
		h.status.State, h.status.Address, h.status.URL, h.status.Why = model.HookUp, address, "http://"+address+"/hook", model.Sentence{}
	})
}

func (h *Hooks) Stop(ctx context.Context) error {
	return h.call(ctx, "stop", func() { h.status.State, h.status.Address = model.HookOff, "" })
}

func (h *Hooks) Sleep(ctx context.Context) error { return h.call(ctx, "sleep", func() {}) }

func (h *Hooks) Wake(ctx context.Context) error { return h.call(ctx, "wake", func() {}) }

func (h *Hooks) Pause(ctx context.Context, on bool) error {
	return h.call(ctx, "pause "+strconv.FormatBool(on), func() {
		switch {
		case h.status.State == model.HookOther:
			h.status.Paused = on
		case on:
			h.status.State = model.HookPaused
		default:
			h.status.State = model.HookUp
		}
	})
}

func (h *Hooks) Allow(ctx context.Context, id string, yes bool) error {
	return h.call(ctx, "allow "+id+" "+strconv.FormatBool(yes), func() {
		h.change(id, func(d *model.Delivery) {
			d.State = model.DeliveryDenied
			if yes {
				d.State, d.Started = model.DeliveryRunning, time.Now()
			}
		})
	})
}

func (h *Hooks) Kill(ctx context.Context, id string) error {
	return h.call(ctx, "kill "+id, func() {
		h.change(id, func(d *model.Delivery) { d.State, d.Ended = model.DeliveryStopped, time.Now() })
	})
}

// change replaces a delivery by a changed one; the lock is held.
func (h *Hooks) change(id string, f func(*model.Delivery)) {
	for i, d := range h.all {
		if d.ID == id {
			other := *d
			f(&other)
			h.all = slices.Clone(h.all)
			h.all[i] = &other
		}
	}
}

func (h *Hooks) Replay(ctx context.Context, id string) (string, error) {
	again := ""
	err := h.call(ctx, "replay "+id, func() {
		for _, d := range h.all {
			if d.ID == id {
				copied := *d
				copied.ID, copied.At, copied.Last, copied.Of, copied.Replay = h.id(), time.Now(), time.Now(), id, true
				copied.State, copied.Started, copied.Ended = model.DeliveryRunning, time.Now(), time.Time{}
				again = copied.ID
				h.all = slices.Insert(slices.Clone(h.all), 0, &copied)
				h.status.Arrived++
				return
			}
		}
	})
	return again, err
}

// Routes returns Known.
func (h *Hooks) Routes(context.Context) ([]model.HookRoute, error) { return h.Known, h.Err }

func (h *Hooks) Clear(ctx context.Context) error {
	return h.call(ctx, "clear", func() {
		h.all = slices.DeleteFunc(slices.Clone(h.all), func(d *model.Delivery) bool { return d.State.Ended() })
	})
}

func (h *Hooks) Token(ctx context.Context) (string, error) {
	if err := h.wait(ctx); err != nil {
		return "", err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Key, h.Err
}
