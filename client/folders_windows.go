package client

// homeVariable has the person's home folder; HOME is that of some other shell.
const homeVariable = "USERPROFILE"
