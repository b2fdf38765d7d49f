import { beforeAll, describe, expect, it } from 'vitest'
import { runSorts } from '@/lib/contracts/vocabulary'
import { getDb } from '@/lib/db/client'
import { patchRun } from '../ingest/patch-run'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { countRuns } from './count'
import { runFacets } from './facets'
import { listRuns } from './list'
import { tagRuns } from './tags'

let test: TestProject
let ids: Map<string, string>

beforeAll(async () => {
  test = await makeProject()
  ids = await ingest(test.key, [
    runBody({ id: 'a', tags: ['sent', 'urgent'], metadata: { 'session.id': 's-1', model: 'm' } }),
    runBody({ id: 'b', metadata: { 'gen_ai.conversation.id': 's-1' } }),
    runBody({ id: 'c' }),
  ])
})

const idOf = (name: string) => ids.get(name) ?? ''
const find = async (filters: object) =>
  (await listRuns.run(test.key, { ...filters, sort: 'oldest' })).runs.map((run) => run.clientId).toSorted()

describe('tags', () => {
  it('are ingested with a run, and a filter requires all of them', async () => {
    expect(await find({ tag: ['sent'] })).toEqual(['a'])
    expect(await find({ tag: ['sent', 'urgent'] })).toEqual(['a'])
    expect(await find({ tag: ['sent', 'other'] })).toEqual([])
  })

  it('are added to and removed from many runs in one call; a call without effect is not audited', async () => {
    const reviewer = await test.as('reviewer')
    const runIds = ['a', 'b'].map(idOf)
    expect(await tagRuns.run(reviewer, { runIds, add: ['look'], remove: ['urgent'] })).toEqual({ changed: 2 })
    expect(await tagRuns.run(reviewer, { runIds, add: ['look'] })).toEqual({ changed: 0 })
    expect(await find({ tag: 'look' })).toEqual(['a', 'b'])
    expect(await find({ tag: 'urgent' })).toEqual([])
    expect((await listRuns.run(test.key, { tag: 'sent' })).runs[0]?.tags).toEqual(['look', 'sent'])
    const where = { projectId: test.project.id, action: 'run.tagged' }
    expect(await getDb().auditEvent.count({ where })).toBe(2)
    expect((await runFacets.run(test.key, {})).tags).toEqual(['look', 'sent'])
  })

  it('are refused when missing, contradictory, malformed or too many', async () => {
    const runIds = [idOf('a')]
    const refused = { code: 'invalid_input' }
    await expect(tagRuns.run(test.key, { runIds })).rejects.toMatchObject(refused)
    await expect(tagRuns.run(test.key, { runIds, add: ['x'], remove: ['x'] })).rejects.toMatchObject(refused)
    await expect(tagRuns.run(test.key, { runIds, add: ['a,b'] })).rejects.toMatchObject(refused)
    const many = Array.from({ length: 20 }, (_, place) => `t${place}`)
    await tagRuns.run(test.key, { runIds, add: many })
    await tagRuns.run(test.key, { runIds, add: many.map((tag) => `${tag}b`) })
    await expect(tagRuns.run(test.key, { runIds, add: many.map((tag) => `${tag}c`) })).rejects.toMatchObject(refused)
  })

  it("of another project's runs stay unchanged", async () => {
    const other = await makeProject()
    expect(await tagRuns.run(other.key, { runIds: [idOf('a')], add: ['theirs'] })).toEqual({ changed: 0 })
    expect(await find({ tag: 'theirs' })).toEqual([])
    await expect(patchRun.run(other.key, { runId: idOf('a'), tags: [] })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a patch', () => {
  it('merges metadata, removes keys set to null, and replaces the tags', async () => {
    const { run, metadata } = await patchRun.run(test.key, {
      runId: 'c',
      metadata: { ticket: 7, model: null },
      tags: ['two', 'one'],
    })
    expect(metadata).toEqual({ ticket: 7 })
    expect(run.tags).toEqual(['one', 'two'])
    const again = await patchRun.run(test.key, { runId: idOf('c'), metadata: { ticket: null }, tags: [] })
    expect([again.metadata, again.run.tags]).toEqual([{}, []])
  })

  it('refuses an empty patch, unknown fields and viewers', async () => {
    const refused = { code: 'invalid_input' }
    await expect(patchRun.run(test.key, { runId: 'c' })).rejects.toMatchObject(refused)
    await expect(patchRun.run(test.key, { runId: 'c', quality: 1 } as never)).rejects.toMatchObject(refused)
    await expect(patchRun.run(await test.as('viewer'), { runId: 'c', tags: [] })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

it('finds the runs of one conversation by either metadata key', async () => {
  expect(await find({ thread: 's-1' })).toEqual(['a', 'b'])
})

it.each(runSorts)(
  'lists the runs of one conversation by %s page by page, also those of one chain and with a word',
  async (sort) => {
    for (const filters of [{ thread: 's-1' }, { thread: 's-1', chain: 'answers' }, { thread: 's-1', text: 'forty' }]) {
      const first = await listRuns.run(test.key, { ...filters, sort, limit: 1 })
      const second = await listRuns.run(test.key, { ...filters, sort, limit: 1, cursor: first.next ?? '' })
      expect([...first.runs, ...second.runs].map(({ clientId }) => clientId).toSorted()).toEqual(['a', 'b'])
      expect(second.next).toBeNull()
    }
  },
)

it('counts exactly the runs that the list returns, running ones included', async () => {
  await ingest(test.key, [runBody({ id: 'd', status: 'running' })])
  for (const filters of [
    {},
    { tag: 'sent' },
    { text: 'forty' },
    { text: 'forty', thread: 's-1' },
    { text: '%%' },
    { chain: 'none' },
    { chain: 'answers' },
  ]) {
    const { count, isExact } = await countRuns.run(test.key, filters)
    expect([filters, count, isExact]).toEqual([filters, (await find(filters)).length, true])
  }
})
