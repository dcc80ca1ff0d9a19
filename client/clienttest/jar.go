package clienttest

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

// Jar is a credential in memory: cookies set by answers are stored, and counted.
type Jar struct {
	mu      sync.Mutex
	value   string
	next    string // result of Reload, "" = the same
	reloads int
	rotated []string
}

// NewJar holds a cookie header or a token.
func NewJar(value string) *Jar { return &Jar{value: value} }

// SetNext sets the result of the next Reload: somebody has signed in.
func (j *Jar) SetNext(value string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.next = value
}

// Set replaces the credential.
func (j *Jar) Set(value string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.value = value
}

// Value is the current header.
func (j *Jar) Value() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.value
}

// Reloads counts them.
func (j *Jar) Reloads() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.reloads
}

// Rotated are the names of the cookies that answers have set.
func (j *Jar) Rotated() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.rotated...)
}

// Cookie returns the header.
func (j *Jar) Cookie(context.Context) (string, error) { return j.Value(), nil }

// Token returns the same where a token is asked for.
func (j *Jar) Token(context.Context) (string, error) { return j.Value(), nil }

// Reload reads it again.
func (j *Jar) Reload(context.Context) (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.reloads++
	if j.next != "" {
		j.value = j.next
	}
	return j.value, nil
}

// Rotate merges the cookies of an answer: a name keeps its position, new ones
// follow.
func (j *Jar) Rotate(_ context.Context, set []*http.Cookie) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	kept := map[string]string{}
	var order []string
	for part := range strings.SplitSeq(j.value, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		kept[name] = value
		order = append(order, name)
	}
	for _, c := range set {
		if _, old := kept[c.Name]; !old {
			order = append(order, c.Name)
		}
		kept[c.Name] = c.Value
		j.rotated = append(j.rotated, c.Name)
	}
	var parts []string
	for _, name := range order {
		parts = append(parts, name+"="+kept[name])
	}
	j.value = strings.Join(parts, "; ")
	return nil
}
