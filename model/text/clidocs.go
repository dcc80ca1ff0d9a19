package text

// The command line: accounts with a document service.
const (
	CliAccountAddLong Text = `An account is a drive, a document service, or both. Its credentials are no part of
the configuration: aloft account login NAME stores them.`
	CliFlagDocs        Text = "endpoint of the document service (MCP), for instance https://docs.example/mcp"
	CliFlagAuthScheme  Text = "what stands before its token: nothing (the default) or Bearer"
	CliFlagDocURL      Text = "what its documents' links begin with"
	CliFlagDocsCommand Text = "command that prints its token (words, or a JSON list)"
	CliFlagLoginDrive  Text = "only the drive's cookie"
	CliFlagLoginDocs   Text = "only the token of the document service"
	CliFlagCredFor     Text = "what the credential of this run is for: drive (the default) or docs"
	CliCredFor         Text = "--credential-for is drive or docs, not %q"
	CliNoDocs          Text = "the account %s has no document service"
	CliHintNoDocs      Text = "give accounts.%s.docs.endpoint in config.toml"
	CliHintNoDrive     Text = "give accounts.%s.drive.base_url in config.toml"
	CliAddNeeds        Text = "%s: meaningless without %s"
	CliAskToken        Text = "Document token of %s (it is not shown):"
	CliStoredToken     Text = "the document token of %s is stored: %s"
	CliRowDocs         Text = "documents"
	CliRowTools        Text = "tools"
	CliRowMissing      Text = "missing"
	CliToolsOf         Text = "%d of %d {is|are} offered"
	CliNotOffered      Text = "the service does not offer it"
	CliStops           Text = "(needed for: %s)"
	CliCheckDocs       Text = "documents"
	CliCheckToken      Text = "token"
	CliCheckTools      Text = "tools"
)

// The command line: looking at documents.
const (
	CliSearchLong Text = `Searches by title or name on the services of the account, all that it has unless --in
names one. A document is printed with its id, which every command takes as a place.`
	CliRecent      Text = "list the documents that were used lately"
	CliSpaces      Text = "list the spaces: how many pages, when it was changed, its place"
	CliFlagBy      Text = "order: viewed, modified or name"
	CliFlagPage    Text = "which page, from 1"
	CliFlagCount   Text = "how many on a page"
	CliRecentBy    Text = "--by is viewed, modified or name, not %q"
	CliRecentPage  Text = "pages count from 1, not from %d"
	CliRecentCount Text = "a page has at least one entry, not %d"
	CliNoRecent    Text = "this source keeps no list of what was used"
	CliNoIDs       Text = "%s: has no ids that stay; name it by its folder and name"
	CliRowOwner    Text = "owner"
	CliRowCreator  Text = "created by"
	CliRowEditor   Text = "changed by"
	CliRowStatus   Text = "status"
	CliRowNote     Text = "note"
	CliRowSpace    Text = "space"
)

// The command line: changing documents.
const (
	CliFlagRecent     Text = "documents: take them off the recent list only; they stay where they are"
	CliFlagTree       Text = "pages of a space: with all pages under them"
	CliRmBoth         Text = "--recent is for documents of docs:, --descendants for pages of space:; they cannot be mixed"
	CliRmRecent       Text = "--recent is for documents of docs: only, not for %s:"
	CliRmTree         Text = "--descendants is for pages of space: only, not for %s:"
	CliAskNode        Text = "Delete %d {page|pages} for good? The pages under {it move up to its parent|them move up to their parents}. Type yes:"
	CliAskTree        Text = "Delete %d {page|pages} and all pages under {it|them} for good? Type yes:"
	CliDeletedRecord  Text = "%d {document is|documents are} off the recent list"
	CliDeletedNode    Text = "%d {page is|pages are} gone; the pages under {it|them} have moved up"
	CliDeletedTree    Text = "%d {page is|pages are} gone with all pages under {it|them}"
	CliHintTakenNew   Text = "give another title, or --on-conflict=number"
	CliWhySame        Text = "that is in force already"
	CliWhyLink        Text = "it is a link, which is not followed"
	CliWhySpecial     Text = "it is no file"
	CliWhyRefused     Text = "the service does not take it"
	CliNote           Text = "%s: note: %s"
	CliPausing        Text = "pausing, what is under way is remembered; once more leaves at once"
	CliTransferLine   Text = "%s %s   %s   %s"
	CliPhase          Text = "%s %d %%"
	CliJobsResumeLong Text = "Without ID it is the job that stands, if there is only one."
	CliNoneStands     Text = "no job stands"
	CliManyStand      Text = "%d {job stands|jobs stand}, so one must be named: %s"
)

// The command line: new documents, files in and out, copies, permissions.
const (
	CliNew     Text = "make a document, a folder, a page or a space"
	CliNewLong Text = `PLACE is the folder, space or page it will be in, and its title. KIND is one of:
%s.
A link is made in a space only and needs --link. A smart document can be made of
Markdown: --from FILE, or - for standard input.`
	CliImport     Text = "take files of this machine in as documents"
	CliImportLong Text = `Into PLACE, when it is a folder, a space or a page; else one file gets the title PLACE.
Folders come with what they hold. Taken are doc, docx, xls, xlsx, csv, ppt, pptx, pdf,
txt, xmind; Markdown (.md) is made a Word document first. With - for FILE it comes on standard
input, and the suffix of PLACE, as in docs:/Folder/Title.md, says what it is. What a conversion could not
keep is listed. Two files are on their way at a time. After an interrupt, or if the
program dies, aloft jobs resume goes on where it stopped.`
	CliExport     Text = "save documents as files on this machine"
	CliExportLong Text = `A Word document becomes a docx, a sheet an xlsx, slides a pptx; with --format md or
txt each becomes Markdown or plain text. Folders come with what they hold. The folder
after -o is made when it is not there; -o - writes one document to standard output. Nothing is
overwritten: a taken name is a conflict (exit 5), unless --on-conflict says what to do.
Prints where each file is.`
	CliCp     Text = "copy documents, or files in and out"
	CliCpLong Text = `Between docs: and space: documents are copied; from a disk they are imported, to a disk
exported, as aloft import and aloft export do. Into DST, when it is a folder; else one
thing gets the name DST. A copy can be seen by nobody but you until you share it.`
	CliShare     Text = "tell or set who can read or edit a document or a space"
	CliShareLong Text = `Without --policy it prints what is in force: private (only you), some (some members),
read or edit (everyone with the link). Only read and edit can be set.`
	CliFlagLink     Text = "where a link leads"
	CliFlagLinkText Text = "what is said about a link"
	CliFlagFrom     Text = "make a smart document of this Markdown file (- is standard input)"
	CliFlagOut      Text = "the folder to save into, which is made; - is standard output"
	CliFlagFormat   Text = "save as md or txt instead of the document's own format (docx, xlsx, pptx)"
	CliFlagPolicy   Text = "read: everyone with the link can read; edit: everyone with the link can edit"
	CliNewKind      Text = "%q is no kind of document: it is one of %s"
	CliNewName      Text = "%s has no title: name the folder and the title, as in docs:/Specs/Title"
	CliNewNoLink    Text = "a link needs --link URL"
	CliNewLinkOnly  Text = "--link and --text are for a link, not for %s"
	CliNewFromOnly  Text = "--from makes a smartcanvas of Markdown, not a %s"
	CliHintNewFrom  Text = "aloft import makes a Word document of a Markdown file"
	CliNewSpace     Text = "a space is made as space:Name"
	CliFromLarge    Text = "%s is larger than %s"
	CliFromText     Text = "%s is no UTF-8 text"
	CliFromEmpty    Text = "%s is empty"
	CliUnreadable   Text = "%s cannot be read: %s"
	CliImportDisk   Text = "%s is not on this machine; aloft cp copies documents"
	CliImportTo     Text = "%s is on this machine; import takes files into docs: or space:"
	CliExportDisk   Text = "%s is not on this machine; export saves to a disk"
	CliExportFrom   Text = "%s is on this machine; export saves documents, in the folder after -o"
	CliFormat       Text = "--format is md or txt, or what a document has by itself: docx, xlsx or pptx; not %q"
	CliFormatExport Text = "--format is for saving on a disk"
	CliNoMakeDir    Text = "%s could not be made: %s"
	CliPipe         Text = "the file in between could not be written: %s"
	CliPipeAlone    Text = "- (standard input) comes alone, with the place of the new document"
	CliPipeName     Text = "%s does not say what comes in: end it in a suffix, as in docs:/Folder/Title.md"
	CliPipeOne      Text = "-o - writes one document to standard output, without --json and --dry-run"
	CliNoDir        Text = "%s is not there"
	CliHintNoDir    Text = "aloft mkdir -p %s"
	CliCpRoot       Text = "%s is a root, which cannot be copied"
	CliCpMixed      Text = "these sources cannot be copied in one go"
	CliShareRoot    Text = "%s is a root: share what is in it"
	CliPolicy       Text = "--policy is one of %s, not %q; no other one can be set"
	CliSharePrivate Text = "only its owner"
	CliShareSome    Text = "some members"
	CliShareRead    Text = "everyone with the link can read"
	CliShareEdit    Text = "everyone with the link can edit"
)
