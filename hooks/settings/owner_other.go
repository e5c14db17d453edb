//go:build !unix

package settings

import "os"

// keepOwner leaves the owner to the folder, from which files inherit it here.
func keepOwner(*os.File, string) error { return nil }
