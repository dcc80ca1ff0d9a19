// Package gate decides when a request of an account may be sent: at least the gap
// apart as seen by the server, over all processes of the user on this host, urgent
// requests first, and mutations only while the ids that they use are fresh.
//
// A small file per account, guarded by a file lock, says when the next request may
// be sent. Nobody reserves a time in it: a process waits until the slot is open,
// takes the lock, reads the file again, writes that the slot is taken, sends, and
// unlocks. So a process that dies or is stopped anywhere costs at most its own
// slot, and a lost or damaged file costs a few gaps of waiting.
//
//	state.go, store.go   the file and its lock
//	queue.go             which call of this process is next
//	pump.go, claim.go    waiting for the slot and taking it
//	exchange.go          sending, the answer, what it means for the state
//	throttle.go          the gap: failures, throttling, and pauses that a service asks for
//	turns.go             bulk jobs of several processes take turns
//	above.go, spare.go   a state folder that cannot be written
//	wire*.go, fault.go   connections, and what their failures mean
//	host*.go             clock, identity and file lock of the system
package gate
