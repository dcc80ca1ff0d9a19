package embedded

// transferTools are the tools of import and export.
func transferTools() []docsTool { return nil }
