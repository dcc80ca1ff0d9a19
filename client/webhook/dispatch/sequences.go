package dispatch

import "sync"

// sequences run the tasks of each session one after the other. A session with tasks has one goroutine, which ends
// with the last task.
type sequences struct {
	running *sync.WaitGroup
	mu      sync.Mutex
	of      map[string][]func() // tasks of the sessions that have a goroutine
}

func newSequences(running *sync.WaitGroup) *sequences {
	return &sequences{running: running, of: map[string][]func(){}}
}

// add queues a task for its session. It returns false if that many already wait (0 = no limit).
func (q *sequences) add(session string, most int, task func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	tasks, works := q.of[session]
	if most > 0 && len(tasks) >= most {
		return false
	}
	q.of[session] = append(tasks, task)
	if !works {
		q.running.Go(func() {
			for next := q.next(session); next != nil; next = q.next(session) {
				next()
			}
		})
	}
	return true
}

// next removes and returns the next task. Without one it returns nil and removes the session.
func (q *sequences) next(session string) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	tasks := q.of[session]
	if len(tasks) == 0 {
		delete(q.of, session)
		return nil
	}
	t := tasks[0]
	tasks[0] = nil // releases what it refers to
	q.of[session] = tasks[1:]
	return t
}
