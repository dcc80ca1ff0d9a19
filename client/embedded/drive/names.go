package drive

import "html"

// shown returns a name as in listings: HTML-escaped once, as public clients see it. It is unknown whether the service
// escapes or stores names as sent, so it is a switch.
func (s *Service) shown(name string) string {
	if s.lab.Names == "raw" || s.lab.Names == "unescaped" {
		return name
	}
	return html.EscapeString(name)
}

// given returns the stored form of a name in a request.
func (s *Service) given(name string) string {
	if s.lab.Names == "unescaped" {
		return html.UnescapeString(name)
	}
	return name
}
