package text

// Local folders. The first argument is a path, or a name where it is quoted.
const (
	DiskFailed          Text = "%s: %s"
	DiskNotFound        Text = "%s is not there"
	DiskNotFolder       Text = "%s is a file, not a folder"
	DiskTaken           Text = "%s exists already. Nothing was changed."
	DiskNoRight         Text = "no right to do that with %s."
	DiskNoRightHint     Text = "look at the owner and the rights with 'ls -ld'"
	DiskReadOnly        Text = "%s is on a file system that can only be read."
	DiskFull            Text = "no room for %s: the disk or your share of it is full."
	DiskFullHint        Text = "make room, then try again"
	DiskOtherDevice     Text = "%s is on another file system; that needs a copy. Nothing was changed."
	DiskOtherDeviceHint Text = "copy it there with cp -a, then delete it here"
	DiskPathLong        Text = "%s is too long a path."
	DiskLoop            Text = "%s: the links lead in a circle."
	DiskBusy            Text = "%s is in use by the system."
	DiskCancelled       Text = "%s: stopped."
	DiskOther           Text = "%q is something else now; nothing was changed."
	DiskIntoItself      Text = "%q cannot be moved into itself."
	DiskThere           Text = "%q is in that folder already."
	DiskIsRoot          Text = "the root of the file system stays as it is."
	DiskNoBin           Text = "the disk has no recycle bin: what is deleted is gone."
	DiskOneByOne        Text = "the disk takes one entry at a time."
	DiskOtherSource     Text = "%q is not on this disk."

	DiskNameEmpty Text = "a name cannot be empty."
	DiskNameDots  Text = "%q cannot be a name."
	DiskNameSlash Text = "a name cannot hold a slash (/)."
	DiskNameNUL   Text = "a name cannot hold a NUL character."
	DiskNameLong  Text = "the name has %d bytes; %d are allowed (a Chinese character takes 3)."
	DiskNameHint  Text = "1 to 255 bytes without slashes"
)
