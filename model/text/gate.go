package text

// The gate: what can go wrong between a call and its whole answer. The first
// argument is the host's name unless said otherwise.
const (
	GateNoHost      Text = "no host is called %s"
	GateNoHostHint  Text = "check the account's address (aloft config show) and the network"
	GateDNS         Text = "the name of %s could not be looked up"
	GateRefused     Text = "%s refuses the connection"
	GateRefusedHint Text = "check the port in the account's address (aloft config show), and whether the service runs"
	GateUnreachable Text = "%s cannot be reached from here"
	GateNetworkHint Text = "check the network, then try again"
	GateDialTimeout Text = "%s did not take the connection in time"
	GateConnect     Text = "no connection to %s (%s)"
	GateProxy       Text = "the proxy on the way to %s does not work (%s)"
	GateProxyHint   Text = "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY"
	GateTLS         Text = "no trusted connection to %s (%s)"
	GateTLSHint     Text = "check the account's address and this machine's clock and certificates"
	GatePlainTLS    Text = "%s answers without TLS"
	GatePlainHint   Text = "the account's address says https; perhaps the service speaks http on this port"
	GateNotSent     Text = "the connection to %s broke before the request was sent"
	GateWrongHost   Text = "the request is for %s, but this account belongs to %s; nothing was sent."
	GateBadRequest  Text = "the request cannot be sent: %s"

	GateTimeout   Text = "%s did not give a whole answer within %s."
	GateDropped   Text = "%s closed the connection without an answer."
	GateCut       Text = "the answer of %s was cut off."
	GateTooLarge  Text = "the answer of %s is larger than %d {byte|bytes}."
	GateNotHTTP   Text = "what %s answered is not HTTP (%s)."
	GateFailed    Text = "the exchange with %s failed (%s)."
	GateRetryHint Text = "try again"
	GateLookHint  Text = "look at the folder before doing it again"

	GateCanceled     Text = "canceled before the answer of %s came."
	GateSuperseded   Text = "a newer look-up took the place of this one; it was not sent to %s."
	GateClosed       Text = "the program is closing; the request to %s was not sent."
	GateTurnCanceled Text = "canceled while another job of this account was at work."
	GateStale        Text = "something was changed since this was looked up; the request to %s was not sent."

	// The argument is the state file's path, then the cause.
	GateState   Text = "the file that keeps requests apart cannot be used: %s (%s)"
	GateReading Text = "nothing can be changed without the file that keeps requests apart: %s (%s)"
	// Arguments: path, process id.
	GateHeld     Text = "%[2]s holds %[1]s and does not let go; nothing was sent."
	GateHeldHint Text = "if it is a stopped aloft, continue it (fg, kill -CONT) or end it"

	// What a call waits for. The service comes first, as "the drive" or by its host's name.
	GateWaitConnect Text = "waiting for a connection to %s"
	GateWaitTurn    Text = "waiting for a turn to ask %s"
	GateWaitSlow    Text = "waiting: requests to %s are %s apart for a while, because it failed or asked to slow down"
	GateWaitAnswer  Text = "waiting for the answer of %s"
	GateWaitPause   Text = "%s asked for a pause: %s"
	GatePaused      Text = "%s asked for a pause: %s; nothing was sent."
	GatePausedHint  Text = "try again then"
	// The argument is what the try before ended with.
	WaitAgain Text = " (the last try: %s)"
	// The arguments are the place and the number.
	WaitReading Text = "reading %s: %d {entry|entries} so far"
)
