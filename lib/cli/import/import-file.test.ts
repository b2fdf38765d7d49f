import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ownFolder } from '../testing/own-folder'
import { refuseUnreadable } from './import-file'

const folder = ownFolder()

it.each([
  ['a table', 'out.csv', 'id,output\n', 'is a table'],
  ['YAML', 'out.yaml', 'results: []\n', 'is YAML'],
  ['a compressed file', 'runs.jsonl', gzipSync('{}'), 'is compressed (gzip)'],
])('refuses %s with the way to convert it', async (_, name, content, message) => {
  await expect(refuseUnreadable(await folder.write(name, content))).rejects.toThrow(message)
})
