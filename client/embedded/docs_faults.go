package embedded

// DocFaults are the friction switches of the document half.
type DocFaults struct{}

// docsDice is what chance has in store for one call.
type docsDice struct{}
