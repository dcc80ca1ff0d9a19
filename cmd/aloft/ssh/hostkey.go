package ssh

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// hostKey is the key by which clients recognise this machine. It is made once: another one would look like an attack.
func (cs *Commands) hostKey() (gossh.Signer, error) {
	dir, err := cs.folder()
	if err == nil {
		err = config.Make(dir, client.DataHome)
	}
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "host_ed25519")
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if data, err = newHostKey(); err == nil {
			err = system.WriteNew(name, data, true)
		}
		if errors.Is(err, fs.ErrExist) { // another aloft was faster
			data, err = os.ReadFile(name)
		}
	}
	var signer gossh.Signer
	if err == nil {
		signer, err = gossh.ParsePrivateKey(data)
	}
	if err != nil {
		return nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "%s cannot be used: %s", name, console.Cause(err)).
			Hinted("repair or remove the file. If it is gone, the next start creates a new key, and clients will not recognize this machine")
	}
	return signer, nil
}

func newHostKey() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := gossh.MarshalPrivateKey(private, "aloft")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}
