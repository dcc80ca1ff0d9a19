package second

// arg is an argument of a tool: "Endpoints" in the document specification, and for the tools
// without a dot what public clients show.
type arg struct {
	name     string
	typ      string // string, integer, boolean, object
	required bool
	one      []string         // the allowed values
	said     []string         // how the wire spells them, nil = so
	later    string           // its name in the newer generation
	wire     string           // its name in a Generation
	camel    string           // its name in camelCase, where that differs
	fields   []arg            // of an object
	check    func(any) string // returns what is wrong, "" = nothing
	newer    bool             // only in the newer generation
	either   bool             // required in the older generation only
	least    int64            // of an integer
	most     int64            // 0 = no bound
}

type object = map[string]any
