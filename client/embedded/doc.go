// Package embedded is the embedded service: a drive and a document service that
// answer the wire interfaces of the specifications from one SQLite file. It is a
// real service with a real store, several processes may use one file at once, and
// a laboratory around it (client/clienttest/fault) simulates every trouble of a remote one.
//
// It imports none of the clients and shares no wire type with them: two
// implementations of the specification test each other.
//
// The package comment of each part says what the specification leaves open there,
// and what this service does: drive, docs.
//
// # In a test bubble
//
// Open, requests and Close work inside testing/synctest, and delays are then of
// fake time: the whole service must be opened inside the bubble, since a wait for a
// channel is durable only for one made there. Nothing here waits for a mutex while
// another goroutine sleeps; database connections are handed out by channels, and
// the driver never sees a context (see package store).
package embedded
