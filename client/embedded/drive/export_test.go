package drive

// Methods returns the HTTP methods of the operations by their paths, for tests of
// the whole service.
func Methods() map[string]string {
	out := map[string]string{}
	for path, r := range routes() {
		out[path] = r.method
	}
	return out
}
