package keep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// maxFile bounds what is read: what is longer is not one of ours.
const maxFile = 4 << 20

// load decodes a file into v, which is left as it is when there is none. A damaged
// file counts as empty: nothing that is stored here is worth stopping the program
// for. The caller holds mu.
func (k *Keeper) load(name string, v any) {
	if err := k.read(name, v); err != nil {
		k.damaged = append(k.damaged, k.broken(name, err))
	}
}

// read is load with the error.
func (k *Keeper) read(name string, v any) error {
	data, err := k.bytes(name)
	if err != nil || data == nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// bytes of a file, nil when there is none.
func (k *Keeper) bytes(name string) ([]byte, error) {
	if k.dir == "" {
		return nil, nil
	}
	f, err := system.OpenRead(filepath.Join(k.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	return data, err
}

// broken is the error about a file that cannot be read.
func (k *Keeper) broken(name string, why error) error {
	return client.Errorf(client.KindLocal, "keep", model.Place{}, "%s is ignored: %s", filepath.Join(filepath.Base(k.dir), name), system.Reason(why)).
		Caused(why)
}

// write writes a new file and renames it. The caller holds disk.
func (k *Keeper) write(name string, v any) error {
	if k.dir == "" {
		return nil
	}
	file := filepath.Join(k.dir, name)
	data, err := json.MarshalIndent(v, "", " ")
	if err == nil {
		err = os.MkdirAll(k.dir, 0o700)
	}
	if err == nil {
		err = system.Replace(file, append(data, '\n'), false)
	}
	if err != nil {
		return client.Errorf(client.KindLocal, "keep", model.Place{}, "%s cannot be written: %s", file, system.Reason(err)).
			Hinted("the change lasts for this session only; aloft doctor shows details").Caused(err)
	}
	return nil
}
