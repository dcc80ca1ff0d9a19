package text

// Forms.
const (
	FormTipLine     Text = "Enter goes on   %s next field   %s done"
	FormTipComplete Text = "%s completes   Enter goes on   %s done"
	FormTipArea     Text = "Enter breaks the line   %s next field   %s done"
	FormOneOf       Text = "< %s >  %d of %d"
)
