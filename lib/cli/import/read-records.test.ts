import { describe, expect, it } from 'vitest'
import { ownFolder } from '../testing/own-folder'
import { readRecords } from './read-records'

const folder = ownFolder()
const ID = '1234567890123456789'
const RUN = `{"id":"a","chain":"c","output":{"id":${ID}},"contract":{"schema":{"properties":{"id":{"const":${ID}}}}}}`

async function runsIn(name: string, text: string) {
  const found: object[] = []
  for await (const { imported } of readRecords(await folder.write(name, text), 'jsonl', {}))
    if (imported.ok) found.push(imported.run)
  return found
}

describe('whole numbers beyond 2^53 in a file', () => {
  const read = {
    id: 'a',
    chain: 'c',
    output: { id: ID },
    contract: { schema: { properties: { id: { const: Number(ID) } } } },
  }

  it.each([
    ['lines', 'runs.jsonl', `{"id":"b"}\n\uFEFF${RUN}\n`, [{ id: 'b' }, read]],
    ['a line that holds runs, which is none', 'more.jsonl', `{"runs":[${RUN}]}`, [{ runs: [JSON.parse(RUN)] }]],
    ['a document', 'runs.json', `\uFEFF{"runs": [{"id":"b"}, ${RUN}]}`, [{ id: 'b' }, read]],
  ])('of %s are their digits, and numbers in a contract', async (_, name, text, runs) => {
    expect(await runsIn(name, text)).toEqual(runs)
  })
})
