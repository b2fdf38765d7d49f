import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseUnreadable } from './import-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'veritas-unreadable-'))
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['a table', 'out.csv', 'id,output\n', 'is a table'],
  ['YAML', 'out.yaml', 'results: []\n', 'is YAML'],
  ['a compressed file', 'runs.jsonl', gzipSync('{}'), 'is compressed (gzip)'],
])('refuses %s with the way to convert it', async (_, name, content, message) => {
  const file = path.join(folder, name)
  await writeFile(file, content)
  await expect(refuseUnreadable(file)).rejects.toThrow(message)
})
