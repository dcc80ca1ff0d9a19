// Package gate hands out the right to send one request of an account: at least
// the gap apart as the server sees it, over all processes of the user on this
// host, urgent requests first, and mutations only while the ids that they use
// are fresh.
//
// A small file per account, guarded by a lock of the system, says when the next
// request may be sent. Nobody reserves a time in it: a process waits until the
// slot is open, takes the lock, looks again, writes down that the slot is gone,
// sends, and lets go. So a process that dies or is stopped anywhere costs at
// most its own slot, and a lost or damaged file costs a few gaps of waiting.
//
//	state.go, store.go   the file and its lock
//	queue.go             who in this process is next
//	pump.go, claim.go    waiting for the slot and taking it
//	exchange.go          sending, the answer, what it means for the state
//	throttle.go          hints and throttling
//	turns.go             bulk jobs of several processes take turns
//	wire*.go, fault.go   connections, and what their failures mean
//	host*.go             clock, identity and lock of the system
package gate
