package db

import "syscall"

// networked tells a folder on a network file system, where WAL's shared memory does not work. Numbers: statfs(2).
func networked(dir string) bool {
	var fs syscall.Statfs_t
	if syscall.Statfs(dir, &fs) != nil {
		return false
	}
	switch uint32(fs.Type) {
	case 0x6969, 0x517B, 0xFF534D42, 0xFE534D42, 0x01021997, 0x5346414F, 0x65735546: // nfs, smb, cifs, smb2, 9p, afs, fuse
		return true
	}
	return false
}
