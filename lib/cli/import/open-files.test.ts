import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ownFolder } from '../testing/own-folder'
import { readRecords } from './read-records'

const folder = ownFolder()
const DESCRIPTORS = '/proc/self/fd'

/** The files of the test's folder that this process has open. */
const openFiles = () =>
  readdirSync(DESCRIPTORS)
    .flatMap((number) => {
      try {
        return readlinkSync(`${DESCRIPTORS}/${number}`)
      } catch {
        return []
      }
    })
    .filter((file) => file.startsWith(folder.at('')))

const span = JSON.stringify({ span_kind: 'LLM', parent_id: null, context: { trace_id: 'a', span_id: 'b' } })
const answer = JSON.stringify({ custom_id: 'a', response: { status_code: 200, body: {} } })
const notUtf8 = Buffer.from([0x7b, 0xff, 0x0a])

it.runIf(existsSync(DESCRIPTORS)).each([
  ['of traces', 'phoenix', notUtf8, span],
  ['of traces with a second file', 'phoenix', span, notUtf8],
  ['of a batch with a second file', 'openai-batch', answer, notUtf8],
] as const)('a file %s that cannot be read is not left open', async (_, format, content, more) => {
  const file = await folder.write('spans.jsonl', content)
  const companion = await folder.write('more.jsonl', more)
  const reading = Array.fromAsync(readRecords(file, format, { companion }))
  await expect(reading).rejects.toThrow('not UTF-8')
  await expect.poll(openFiles).toEqual([])
})
