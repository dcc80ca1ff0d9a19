package model

import "aloft/model/text"

// Route is the way by which an item gets to its target.
type Route string

const (
	RouteService  Route = "service"  // the service does it; no byte passes this machine
	RouteDisk     Route = "disk"     // this machine's file system does it
	RouteUpload   Route = "upload"   // from this machine to a service
	RouteDownload Route = "download" // from a service to this machine
	RouteSpool    Route = "spool"    // from one service to another, through this machine's spool
)

// Route is the item's, "" when it goes nowhere.
func (i Item) Route() Route {
	if i.Target.IsZero() {
		return ""
	}
	switch here, there := i.Parent.Scheme.Local(), i.Target.Scheme.Local(); {
	case here && there:
		return RouteDisk
	case !i.Op.Transfers():
		return RouteService
	case here:
		return RouteUpload
	case there:
		return RouteDownload
	}
	return RouteSpool
}

var routes = map[Route]text.Text{
	RouteService:  "the service copies; no byte passes this machine",
	RouteDisk:     "%s, within this machine",
	RouteUpload:   "%s to send",
	RouteDownload: "%s to fetch",
	RouteSpool:    "%s to fetch into this machine's spool and to send on",
}

// Route says by which way copies are made and how many bytes that takes, "" for plans that
// make none. size writes a number of bytes.
func (p *Plan) Route(c *text.Catalogue, size func(int64) string) string {
	var by Route
	bytes, documents := int64(0), 0
	for i := range p.Items {
		it := &p.Items[i]
		if !it.Goes() || it.Op != OpCopy && !it.Op.Transfers() {
			continue
		}
		by = it.Route()
		if it.Print.Size == Unknown || it.Parent.Scheme.Documents() {
			documents++
		} else {
			bytes += it.Print.Size
		}
	}
	if by == "" || by == RouteService {
		return c.Say(routes[by])
	}
	much := size(bytes)
	switch {
	case documents > 0 && bytes > 0:
		much = c.Say("%s and %d {document|documents}", much, documents)
	case documents > 0:
		much = c.Say("%d {document|documents}", documents)
	}
	return c.Say(routes[by], much)
}
