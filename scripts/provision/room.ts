import { statfsSync } from 'node:fs'

// The size of PostgreSQL's WAL files; it cannot start without space for one.
const journalFile = 16 * 1024 * 1024

/** Whether the disk of a folder has enough space for PostgreSQL to work. True if that is unknown. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= journalFile
  } catch {
    return true
  }
}
