import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder of its own for every test of the file that calls this, removed afterwards. */
export function ownFolder() {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'veritas-cli-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  /** Path of a file in it, or of the folder. */
  const at = (...names: string[]) => path.join(folder, ...names)
  /** Writes a file, and returns its path. */
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(at(name), content)
    return at(name)
  }
  return { at, write }
}
