package text

// Why the receiver did not take a request: shown in the delivery list. The words
// of the specification itself are in the package that answers.
const (
	HookOtherPath    Text = "nothing is at this path; the receiver is at %s"
	HookOtherMethod  Text = "the method was %s; only POST is taken"
	HookFromSite     Text = "a browser sent it for a page of another site (Sec-Fetch-Site: %s)"
	HookFromOrigin   Text = "a browser sent it for a page of %s, which is not on this machine"
	HookForHost      Text = "it was sent to the name %s, and without a token only names of this machine are taken"
	HookTokenMissing Text = "it had no token"
	HookWrongToken   Text = "its token in the %s is wrong"
	HookTokenHeader  Text = "header %s"
	HookTokenQuery   Text = "query"
	HookPausedNow    Text = "the receiver was paused"
	HookTooLarge     Text = "its body is larger than %d {byte|bytes} (webhook.max_body)"
	HookTooSlow      Text = "its body did not arrive in time"
	HookManyLarge    Text = "too many other large bodies were being read"
	HookNotTaken     Text = "it could not be taken: %s"
	HookNotUTF8      Text = "byte %d is not UTF-8"
	HookTooDeep      Text = "it is nested more than 10,000 deep (byte %d)"
	HookSyntax       Text = "%s (byte %d)"
	HookBodyShort    Text = "the body ended early, after %d {byte|bytes}"
	HookBodyBroken   Text = "the body cannot be read: %s"
	HookBodyType     Text = "the body must be an object, and is %s"
	HookFieldType    Text = "%s must be %s, and is %s"
	HookTypeText     Text = "a string"
	HookTypeYesNo    Text = "true or false"
	HookTypeNumber   Text = "a number"
	HookTypeArray    Text = "an array"
	HookTypeObject   Text = "an object"
	HookTypeNothing  Text = "null"
	HookNotFoundWire Text = "not found"
	HookBrowserWire  Text = "requests of web pages are not allowed"
	HookPausedWire   Text = "the receiver is paused"
	HookLargeWire    Text = "the body is larger than %d {byte|bytes}"
	HookSlowWire     Text = "the body did not arrive in time"
	HookBusyWire     Text = "too many large bodies at once, try again"
	HookNotTakenWire Text = "the request could not be taken"
)

// Listening.
const (
	HookListenTaken     Text = "port %d on %s is taken by another program"
	HookListenTakenHint Text = "end that program, or choose another port: webhook.port in config.toml"
	HookPortNew         Text = "port %d is another user's (uid %d), so the receiver has taken port %d and keeps to it: copy lines that send to it anew"
	HookPortRights      Text = "port %d needs more rights than this program has"
	HookPortHint        Text = "choose a port from 1024 on: webhook.port in config.toml"
	HookPortBad         Text = "%d is no port"
	HookAddressBad      Text = "%s is no address"
	HookAddressHint     Text = "give an IP address, such as 127.0.0.1: webhook.address in config.toml"
	HookAddressNone     Text = "%s is no address of this machine"
	HookListen          Text = "%s cannot be listened on: %s"
	HookNoLoopback      Text = "this machine has no loopback address: %s"
	HookFreePorts       Text = "no port is free on all addresses of the loopback"
)

// The configured path.
const (
	HookPathChar Text = "the path %s has %s in it, which no request's path has as it is"
	HookPathTwo  Text = "the path %s has two slashes in a row"
	HookPathDots Text = "the path %s has a part that is %s: senders take it out"
	HookPathHint Text = "give a path such as /hook: webhook.path in config.toml"
)

// The token's file.
const (
	HookTokenRead   Text = "the token file %s cannot be read: %s"
	HookTokenWrite  Text = "the token file %s cannot be written: %s"
	HookTokenOpen   Text = "the token file %s can be read by others (mode %s), so it is not used"
	HookTokenLink   Text = "the token file %s is a link, so it is not used"
	HookTokenKind   Text = "the token file %s is no ordinary file, so it is not used"
	HookTokenOwner  Text = "the token file %s belongs to another user, so it is not used"
	HookTokenEmpty  Text = "the token file %s is empty"
	HookTokenBad    Text = "the token file %s must hold one line of at most %d visible ASCII {character|characters}"
	HookTokenNoDir  Text = "there is no folder to keep the token in"
	HookTokenHint   Text = "aloft hook token --new makes another token"
	HookTokenChmod  Text = "chmod 600 %s, and aloft hook token --new if somebody can have seen it"
	HookTokenFolder Text = "see that %s is a folder that you can write to"
)
