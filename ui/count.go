package ui

import (
	"strconv"
	"time"
)

// countWait is how long a digit that is also a key waits for more of a count.
const countWait = 500 * time.Millisecond

// maxCount is the largest number of digits.
const maxCount = 4

// countMsg says that a digit has waited.
type countMsg struct{ seq int }

// begins reports whether a press belongs to a count where one is possible.
func (c *count) begins(press string) bool {
	return c.on && len(press) == 1 && press[0] >= '0' && press[0] <= '9' && (press != "0" || c.digits != "")
}

// add adds a digit. Too many digits drop the count and return false.
func (c *count) add(digit string) bool {
	c.seq++
	if c.digits += digit; len(c.digits) > maxCount {
		c.digits = ""
	}
	return c.digits != ""
}

// alone returns the digit that has waited, or "" if it belongs to a count.
func (c *count) alone(m countMsg) string {
	if m.seq != c.seq || len(c.digits) != 1 {
		return ""
	}
	digit, _ := c.take()
	return digit
}

// take ends the count and returns it, or "".
func (c *count) take() (digits string, n int) {
	digits = c.digits
	n, _ = strconv.Atoi(digits)
	c.digits, c.seq = "", c.seq+1
	return digits, n
}
