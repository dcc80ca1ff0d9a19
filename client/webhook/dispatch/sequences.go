package dispatch

import "sync"

// sequences run the tasks of each session one after the other. One goroutine
// works for a session that has tasks; it ends with the last one.
type sequences struct {
	running *sync.WaitGroup
	mu      sync.Mutex
	of      map[string][]func() // sessions that have a goroutine: what is still to be done
}

func newSequences(running *sync.WaitGroup) *sequences {
	return &sequences{running: running, of: map[string][]func(){}}
}

// add puts a task behind the others of its session; false: so many wait already
// (0: any number may).
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

// next takes the next task, nil: there is none, and the session is forgotten.
func (q *sequences) next(session string) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	tasks := q.of[session]
	if len(tasks) == 0 {
		delete(q.of, session)
		return nil
	}
	t := tasks[0]
	tasks[0] = nil // what it holds goes with it
	q.of[session] = tasks[1:]
	return t
}
