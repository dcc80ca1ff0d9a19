package fault

// Bytes are the fault switches of the drive's downloads, uploads and room. Those of Blobs for imports and exports
// (CutUp, CutDown, NoRange, LinkLife) also apply to the drive.
type Bytes struct {
	Turn        Rate  // an answer of the drive replaces __puus
	LinkEnds    Rate  // a download link answers as if it had expired
	DownWrong   Rate  // a byte of a download is another
	DownShort   Rate  // a download silently lacks its last byte
	DownStops   Rate  // a download stops at 99 percent and keeps the connection
	DownMax     int64 // largest file in bytes that can be downloaded; 0 = any
	PartRefused Rate  // the object store refuses a part
	PartWrong   Rate  // the object store stores a wrong byte; the ETag shows it
	KeepLess    Rate  // one byte less is kept of an upload or a copy
	NoCallback  Rate  // the completion of an upload is answered 203
	Speed       int64 // bytes a second of each connection; 0 = as fast as it is
	Capacity    int64 // of the drive in bytes; 0 = 1 TiB
}
