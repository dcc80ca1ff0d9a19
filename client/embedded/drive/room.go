package drive

import (
	"net/http"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// usualCapacity of the drive in bytes, as reported; the real limit is the disk's.
const usualCapacity = 1 << 40

func (s *Service) capacity() int64 {
	if c := s.lab.Capacity; c > 0 {
		return c
	}
	return usualCapacity
}

// member answers the capacity: the size of all entries, including those in the bin.
func (s *Service) member(q *request) (*reply, error) {
	used, err := store.Read(q.ctx, s.view, func(l tree) (int64, error) { return l.Meta("used") })
	return ok(object{"use_capacity": used, "total_capacity": s.capacity(), "member_type": "NORMAL"}), err
}

// room refuses what does not fit into the drive.
func (l tree) room(size, capacity int64) error {
	used, err := l.Meta("used")
	if err != nil || size <= capacity-used {
		return err
	}
	r := refusal(http.StatusBadRequest, codeCapacity, text.WireQuota)
	r.meta = object{"missing_capacity": size - (capacity - used)}
	return rejection{r}
}
