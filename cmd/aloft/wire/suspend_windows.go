package wire

// suspend has nothing to do: there is no Ctrl-Z that stops a process.
func (*Local) suspend() {}
