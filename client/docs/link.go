package docs

import (
	"net/url"
	"strings"

	"aloft/model"
)

// kindOfLink reads the kind from the link's path: {base}/<kind>/<file_id>.
func kindOfLink(link string) model.Kind {
	kind, _ := cutLink(link)
	return kindOf(kind)
}

// boxHost is the host in the links of the embedded service: no browser can resolve
// it.
const boxHost = "aloft.local"

func inBox(host string) bool {
	host = strings.ToLower(host)
	return host == boxHost || strings.HasSuffix(host, "."+boxHost)
}

// whole resolves a URL without a scheme relative to the endpoint, like a page of the service. Live
// services send such URLs.
func (s *Service) whole(raw string) string {
	if !strings.HasPrefix(raw, "//") {
		return raw
	}
	if u, err := url.Parse(s.o.Endpoint); err == nil && u.Scheme == "http" {
		return "http:" + raw
	}
	return "https:" + raw
}

// link returns the URL for a browser: with a scheme, and only http or https.
func (s *Service) link(raw string) string {
	raw = strings.TrimSpace(raw)
	if base, err := url.Parse(s.o.DocURLBase); err == nil && strings.HasPrefix(raw, "//") && base.Scheme != "" {
		raw = base.Scheme + ":" + raw // its pages may be on another host than its endpoint
	}
	raw = s.whole(raw)
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || inBox(u.Hostname()) {
		return ""
	}
	return strings.ReplaceAll(u.String(), " ", "%20") // url.URL does not escape those of a query
}
