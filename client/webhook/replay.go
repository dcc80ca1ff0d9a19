package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/model"
	"aloft/model/text"
)

// Replay delivers a request again. It ignores the Idempotency-Key because the user wants the repetition.
func (s *Service) Replay(ctx context.Context, id string) (string, error) {
	st, own, err := s.known(ctx)
	if err != nil {
		return "", err
	}
	d, err := st.Delivery(ctx, id)
	switch {
	case err != nil:
		return "", err
	case d.State == model.DeliveryRefused:
		return "", &client.Error{Kind: client.KindInvalid, Op: "hook", What: "the delivery %s was refused, so there is nothing to deliver again",
			Args: []any{model.Clean(id)}}
	case own != nil:
		return own.routes.replay(ctx, d)
	}
	return s.send(ctx, d)
}

// send delivers a stored request to the instance that listens.
func (s *Service) send(ctx context.Context, d *model.DeliveryDetail) (string, error) {
	s.mu.Lock()
	h, alive := s.other()
	s.mu.Unlock()
	if !alive {
		return "", s.nobody()
	}
	if h.URL == "" {
		return "", &client.Error{Kind: client.KindConflict, Op: "hook", What: text.HookOtherSays, Args: []any{h.PID, h.Why}, Hint: text.HookStartHint}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, receive.RouteURL(h.URL, d.Route), bytes.NewReader(d.Body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(receive.HeaderReplayOf, d.ID)
	t, err := s.Token(ctx)
	if err != nil {
		return "", err
	}
	if t != "" {
		req.Header.Set("Authorization", "Bearer "+t)
	}
	res, err := Caller(30 * time.Second).Do(req)
	if err != nil {
		return "", &client.Error{Kind: client.KindNetwork, Op: "hook", What: text.HookNoAnswer, Args: []any{h.PID}, Hint: text.HookNoAnswerHint,
			Err: errors.Unwrap(err)}
	}
	defer res.Body.Close()
	words, err := io.ReadAll(io.LimitReader(res.Body, 4<<10))
	if err != nil || res.StatusCode != http.StatusOK {
		return "", &client.Error{Kind: client.KindConflict, Op: "hook", What: "the receiver refused the delivery: %s",
			Args: []any{model.Clean(strings.TrimSpace(string(words)))}, Status: res.StatusCode, Err: err}
	}
	return res.Header.Get(receive.HeaderDelivery), nil
}
