// Proxy makes a folder that GOPROXY can name as file://…, with one version of a module, packed as the module proxy packs it.
//
//	proxy <folder of the module> <version> <folder to make>
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	if err := pack(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func pack(from, version, to string) error {
	mod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		return err
	}
	path := modfile.ModulePath(mod)
	into := filepath.Join(to, path, "@v")
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	archive, err := os.Create(filepath.Join(into, version+".zip"))
	if err != nil {
		return err
	}
	defer archive.Close()
	if err := zip.CreateFromDir(archive, module.Version{Path: path, Version: version}, from); err != nil {
		return err
	}
	files := map[string]string{
		"list":            version + "\n",
		version + ".mod":  string(mod),
		version + ".info": fmt.Sprintf(`{"Version": %q}`, version),
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(into, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return archive.Close()
}
