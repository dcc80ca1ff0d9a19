package tool

import (
	"encoding/json"
	"strings"
)

// Choice finds the one argument of a tool that lists a word among its values, and the value
// as it is written there.
func (c *Catalog) Choice(t Tool, word string) (arg, value string, ok bool) {
	if !c.Lists(t) {
		return "", "", false
	}
	s := c.offers[t].schema()
	for _, prop := range s.names() {
		for _, raw := range s.meant(s.Properties[prop]).enum {
			var v string
			if json.Unmarshal(raw, &v) != nil || !strings.EqualFold(strings.TrimPrefix(v, "."), word) {
				continue
			}
			if ok {
				return "", "", false // two of them: neither is certain
			}
			arg, value, ok = prop, v, true
		}
	}
	return arg, value, ok
}
