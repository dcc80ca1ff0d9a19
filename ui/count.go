package ui

import (
	"strconv"
	"time"
)

// countWait is how long a digit that has a key's meaning, too, waits for more of a count.
const countWait = 500 * time.Millisecond

// maxCount has this many digits.
const maxCount = 4

// countMsg: a digit has waited for more.
type countMsg struct{ seq int }

// begins reports whether a press belongs to a count, where it may be one.
func (c *count) begins(press string) bool {
	return c.on && len(press) == 1 && press[0] >= '0' && press[0] <= '9' && (press != "0" || c.digits != "")
}

// add adds a digit; it is false when there are too many, which drops them.
func (c *count) add(digit string) bool {
	c.seq++
	if c.digits += digit; len(c.digits) > maxCount {
		c.digits = ""
	}
	return c.digits != ""
}

// alone is the digit that has waited, "" when it is part of a count.
func (c *count) alone(m countMsg) string {
	if m.seq != c.seq || len(c.digits) != 1 {
		return ""
	}
	digit, _ := c.take()
	return digit
}

// take ends the count; it is "" when there is none.
func (c *count) take() (digits string, n int) {
	digits = c.digits
	n, _ = strconv.Atoi(digits)
	c.digits, c.seq = "", c.seq+1
	return digits, n
}
