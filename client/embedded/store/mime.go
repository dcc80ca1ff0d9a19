package store

import (
	"path"
	"strings"
)

// types are the MIME types by file extension.
var types = map[string]string{
	".jpg":  "image/jpeg",
	".jpeg": "image/jpeg",
	".png":  "image/png",
	".gif":  "image/gif",
	".webp": "image/webp",
	".svg":  "image/svg+xml",
	".heic": "image/heic",
	".mp4":  "video/mp4",
	".mov":  "video/quicktime",
	".mkv":  "video/x-matroska",
	".webm": "video/webm",
	".flac": "audio/flac",
	".mp3":  "audio/mpeg",
	".wav":  "audio/wav",
	".pdf":  "application/pdf",
	".zip":  "application/zip",
	".gz":   "application/gzip",
	".txt":  "text/plain",
	".go":   "text/plain",
	".mbox": "text/plain",
	"":      "text/plain",
	".log":  "text/plain",
	".html": "text/html",
	".json": "application/json",
	".xml":  "application/xml",
	".md":   "text/markdown",
	".csv":  "text/csv",
	".vcf":  "text/vcard",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}

// MIME is the type of a name, the same on every machine.
func MIME(name string) string {
	if t, ok := types[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "application/octet-stream"
}
