package store

import (
	"context"

	"aloft/model"
)

// Conversation of a session, made for the project when there is none.
func (s *Store) Conversation(session, project string) model.Conversation {
	return model.Conversation{}
}

// Post adds a message to a session's conversation, which is made when missing.
func (s *Store) Post(session string, m model.Message, unread bool) error { return ErrReader }

// Turned counts a turn of an agent that ended well.
func (s *Store) Turned(session string) {}

// SetBusy tells that a turn of an agent runs, or no longer.
func (s *Store) SetBusy(session string, busy bool) {}

// Read marks a session's messages as seen. A follower asks the owner for it.
func (s *Store) Read(session string) error { return ErrReader }

// Conversations are those with the newest message first.
func (s *Store) Conversations() []model.Conversation { return nil }

// Messages of a session, the oldest first, at most the newest 500.
func (s *Store) Messages(ctx context.Context, session string) ([]model.Message, error) {
	return nil, nil
}
