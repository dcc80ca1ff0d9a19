package drive

import "html"

// shown is a name as listings have it: HTML-escaped once, as public clients see it. Whether
// the service does that, or stores what it is sent, is not known, so it is a switch.
func (s *Service) shown(name string) string {
	if s.faults.Names == "raw" || s.faults.Names == "unescaped" {
		return name
	}
	return html.EscapeString(name)
}

// given is the name that is stored of one that comes in a request.
func (s *Service) given(name string) string {
	if s.faults.Names == "unescaped" {
		return html.UnescapeString(name)
	}
	return name
}
