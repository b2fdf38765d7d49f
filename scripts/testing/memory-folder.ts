import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Makes an empty folder in memory, if there is room: every test file gets a database of its own, which is 900 files to create and to
 * delete, and a browser keeps what its processes share in files.
 */
export function makeMemoryFolder(): string {
  const folder = mkdtempSync(path.join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'veritas-test-'))
  // Temporary folders are private, and as root the database runs as another user.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
