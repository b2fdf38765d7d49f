import { statfsSync } from 'node:fs'

// PostgreSQL writes its journal in files of this size, and cannot start without room for one.
const journalFile = 16 * 1024 * 1024

/** Whether the disk of a folder has room for PostgreSQL to work. True where the system does not tell. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= journalFile
  } catch {
    return true
  }
}
