package store

import "os"

// maxCarried is how many unended deliveries are moved out of a segment that is
// dropped; one with more of them stays.
const maxCarried = 64

// rotate ends the current segment and drops the oldest ones.
func (l *log) rotate() {
	_ = l.s.o.sync(l.f) // what must be durable is already
	l.end()
	l.drop()
}

// drop keeps the log within its bounds. Only the writer may call it.
func (l *log) drop() {
	s := l.s
	seqs, err := segments(s.dir)
	if err != nil {
		return
	}
	total, oldest := int64(0), s.o.Now().Add(-s.o.limits.age)
	stats := make([]os.FileInfo, len(seqs))
	for i, q := range seqs {
		if stats[i], err = os.Stat(segmentPath(s.dir, q)); err != nil {
			return
		}
		total += stats[i].Size()
	}
	for i, q := range seqs {
		if q == l.seq && l.f != nil || total <= s.o.limits.log && stats[i].ModTime().After(oldest) {
			return
		}
		if !l.carry(q) || os.Remove(segmentPath(s.dir, q)) != nil {
			return
		}
		total -= stats[i].Size()
	}
}

// carry moves the unended deliveries of a segment to the last one.
func (l *log) carry(seq int64) bool {
	s := l.s
	s.index.mu.Lock()
	var live []*entry
	var copies []entry
	for _, e := range s.list.order {
		if e.req.seg == seq && !e.d.State.Ended() {
			live, copies = append(live, e), append(copies, *e)
		}
	}
	s.index.mu.Unlock()
	if len(live) > maxCarried {
		return false
	}
	for i := range copies {
		c := &copies[i]
		req, err := readLine(s.dir, c.req)
		if err != nil {
			continue // damaged: nothing is lost with it
		}
		rs := []*record{req, {T: recAdd, ID: c.d.ID, Arrived: arrivedOf(c.d, c.key), Became: becameOf(c.d)}}
		if c.ran.len > 0 {
			if r, err := readLine(s.dir, c.ran); err == nil {
				rs = append(rs, r)
			}
		}
		if c.proc.PID > 0 {
			rs = append(rs, &record{T: recProcess, ID: c.d.ID, Process: &c.proc})
		}
		if !l.move(live[i], rs) {
			return false
		}
	}
	return true
}

// move writes the lines of an unended delivery again.
func (l *log) move(e *entry, rs []*record) bool {
	var buf []byte
	spans := map[string]span{} // relative to the beginning of buf
	for _, r := range rs {
		line, err := r.line()
		if err != nil {
			return false
		}
		spans[r.T] = span{off: int64(len(buf)), len: len(line) - 1}
		buf = append(buf, line...)
	}
	if l.append(buf, true) != nil {
		return false
	}
	place := func(s span) span { return span{l.seq, l.to.Size() - int64(len(buf)) + s.off, s.len} }
	l.s.index.mu.Lock()
	defer l.s.index.mu.Unlock()
	e.req = place(spans[recRequest])
	if s, ok := spans[recRan]; ok {
		e.ran = place(s)
	}
	return true
}
