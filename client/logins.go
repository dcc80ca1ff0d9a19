package client

import (
	"context"
	"fmt"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// Logins signs in to the services of accounts, and adds accounts.
type Logins interface {
	// Services are those that an account can have.
	Services() []LoginService
	// Form is what a person is asked for. It sends nothing, and may wait for the keyring.
	Form(ctx context.Context, account string, of model.Scheme) (LoginForm, error)
	// Read understands what was pasted, or says what is wrong with it. It sends nothing.
	Read(account string, of model.Scheme, pasted string) (Pasted, error)
	// Scan asks the service for a QR code to sign in by (LoginForm.Scans).
	Scan(ctx context.Context, account string, of model.Scheme) (Scan, error)
	// SignIn asks the service whether it takes what was pasted, and stores it: with an error
	// nothing was stored.
	SignIn(ctx context.Context, account string, of model.Scheme, p Pasted, store string) (SignedIn, error)
	// Add writes an account into the configuration, and its places can be shown at once.
	// Addresses are those of the services that it has.
	Add(account string, addresses map[model.Scheme]string) error
}

// LoginService is a service that an account can have, in words.
type LoginService struct {
	Scheme  model.Scheme
	Name    text.Text   // "drive"
	Short   text.Text   // before its address: "Drive"
	Steps   []text.Text // where a person finds it; each may name the address
	Again   text.Text   // what to do if the service does not take it
	Address string      // an example of its address
}

// LoginForm is what a person is asked for.
type LoginForm struct {
	Address string         // of the service, raw
	Plain   bool           // it is not encrypted: others in the network can read what is sent
	Given   model.Sentence // the source that is used in place of all that is stored; zero = none
	Stores  []LoginStore   // those that are possible, the best one first
	Scans   bool           // one can sign in by a QR code
}

// Scan is a sign-in by a QR code that the service's app on a phone reads.
type Scan interface {
	// Link is what the code says. Until the sign-in ends it is as good as the code.
	Link() string
	// Ends is when the code is of no use any more.
	Ends() time.Time
	// Next waits for the next step: nil when the code was scanned, and what to sign in with when
	// it was confirmed. KindStale means that the code is over, and a fresh one goes on.
	Next(ctx context.Context) (Pasted, error)
}

// LoginStore is a place where a credential can be kept.
type LoginStore struct {
	Name string // for SignIn
	Said model.Sentence
}

// Pasted is what was pasted, or came from a scan, as it was understood. It never prints its value.
type Pasted interface {
	fmt.Formatter
	// Said is what it is.
	Said() model.Sentence
}

// SignedIn says where a credential is kept.
type SignedIn struct {
	From  model.Sentence
	Over  model.Sentence // the source that is used in place of it; zero = none
	Until time.Time      // its end, zero = not known
	Warn  error          // what could not be stored; nil = nothing
}
