import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates a temporary folder that the database's account can enter. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `veritas-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
