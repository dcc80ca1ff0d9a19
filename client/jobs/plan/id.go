package plan

import (
	"crypto/rand"
	"strings"
	"time"
)

// idLayout sorts by time; two letters of chance follow it.
const idLayout = "20060102-150405.000"

func newID(now time.Time) string {
	return now.UTC().Format(idLayout) + "-" + strings.ToLower(rand.Text()[:4])
}
