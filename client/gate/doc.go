// Package gate decides when a request of an account may be sent: at least the gap
// apart as seen by the server, over all processes of the user on this host, or on
// several that share a Redis server, urgent requests first, and mutations only while the
// ids that they use are fresh.
//
// A small file per account, guarded by a file lock, says when the next request may
// be sent. Nobody reserves a time in it: a process waits until the slot is open,
// takes the lock, reads the file again, writes that the slot is taken, sends, and
// unlocks. So a process that dies or is stopped anywhere costs at most its own
// slot, and a lost or damaged file costs a few gaps of waiting. Where several hosts
// share an account, a server has the state and a lock too, and the file is the copy of
// its host (package redis).
//
//	state/               what the processes share, and the interface of its place
//	file/                the place on this host: a file, its lock, the clock
//	redis/               the place that several hosts share
//	door.go              what is called
//	waiter.go, queue.go  which call of this process is next
//	pump.go, round.go    waiting for the slot
//	claim.go             taking it
//	exchange*.go         sending, the answer, what it means for the state
//	throttle.go          the gap: failures, throttling, and pauses that a service asks for
//	turns.go, operation.go  bulk jobs of several processes take turns
//	alone.go             a state folder that cannot be written
//	wire*.go, fault.go   connections, and what their failures mean
package gate
