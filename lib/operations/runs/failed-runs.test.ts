import { beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { countRuns as countContract } from '@/lib/contracts/run-changes'
import type { listRuns as contract } from '@/lib/contracts/runs'
import { searchFailures } from '../failures/search'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { countRuns } from './count'
import { runFacets } from './facets'
import { listRuns } from './list'

type Input = InputOf<typeof contract>

const RATE_LIMIT = 'Rate limit exceeded: 9 calls per minute.'
// Nodes of one type that fail alike share a group.
const failed = (id: string, error: string) => ({ id, type: 'model', status: 'failed' as const, error })
const failing = {
  classified: [failed('classify', RATE_LIMIT)],
  drafted: [failed('draft', RATE_LIMIT)],
  both: [failed('classify', 'Request timed out after 30 s'), failed('draft', RATE_LIMIT)],
}

let test: TestProject
let rateLimits: string
beforeAll(async () => {
  test = await makeProject()
  const runs = Object.entries(failing).map(([id, nodes]) => runBody({ id, status: 'failed', nodes }))
  await ingest(test.key, [...runs, runBody({ id: 'fine' })])
  const group = await test.key.db.failureGroup.findFirstOrThrow({
    where: { projectId: test.project.id, failureClass: 'rate_limited' },
  })
  rateLimits = group.fingerprint
})

const list = async (input: Input) => (await listRuns.run(test.key, input)).runs.map(({ clientId }) => clientId)

describe('runs with failures', () => {
  it.each<[string, () => Input, (keyof typeof failing)[]]>([
    ['a node that shares its group with another', () => ({ node: 'classify' }), ['both', 'classified']],
    ['the other node', () => ({ node: 'draft' }), ['both', 'drafted']],
    ['a class', () => ({ failureClass: ['rate_limited'] }), ['both', 'classified', 'drafted']],
    ['the class of another failure of a run', () => ({ failureClass: ['timeout'] }), ['both']],
    ['a class at a node', () => ({ failureClass: ['rate_limited'], node: 'classify' }), ['classified']],
    ['a class that never occurred at the node', () => ({ failureClass: ['timeout'], node: 'draft' }), []],
    ['a group at a node', () => ({ fingerprint: rateLimits, node: 'classify' }), ['classified']],
    ['a group at its other node', () => ({ fingerprint: rateLimits, node: 'draft' }), ['both', 'drafted']],
    ['a group of another class', () => ({ fingerprint: rateLimits, failureClass: ['timeout'] }), []],
  ])('are found and counted by %s', async (_, inputOf, expected) => {
    expect((await list(inputOf())).toSorted()).toEqual(expected)
    expect(await countRuns.run(test.key, inputOf())).toEqual({ count: expected.length, isExact: true })
  })

  it('offer every node that failed as a filter', async () => {
    expect((await runFacets.run(test.key, {})).nodes.toSorted()).toEqual(['classify', 'draft'])
  })
})

describe('a failure that some runs inherit', () => {
  it('is found by its role, alone and with other filters', async () => {
    const scene = await makeProject()
    const after = (dependency: string) => ({ ...failed('draft', RATE_LIMIT), dependencies: [dependency] })
    await ingest(scene.key, [
      runBody({ id: 'began', status: 'failed', nodes: [failed('draft', RATE_LIMIT)] }),
      runBody({
        id: 'inherited',
        status: 'failed',
        nodes: [failed('fetch', 'Request timed out after 30 s'), after('fetch')],
      }),
    ])
    const { groups } = await searchFailures.run(scene.key, { failureClass: ['rate_limited'] })
    const [group] = groups
    expect(group).toMatchObject({ roots: 1, cascades: 1 })
    const fingerprint = group?.fingerprint ?? ''
    const found = async (filters: InputOf<typeof countContract>, sort: Input['sort'] = 'newest') => {
      const { runs } = await listRuns.run(scene.key, { ...filters, sort })
      expect(await countRuns.run(scene.key, filters)).toEqual({ count: runs.length, isExact: true })
      return runs.map(({ clientId }) => clientId).toSorted()
    }
    expect(await found({ fingerprint })).toEqual(['began', 'inherited'])
    expect(await found({ fingerprint, failureRole: 'root' })).toEqual(['began'])
    expect(await found({ fingerprint, failureRole: 'cascade' })).toEqual(['inherited'])
    expect(await found({ fingerprint, failureRole: 'root' }, 'quality_low')).toEqual(['began'])
    expect(await found({ node: 'draft', failureRole: 'root' })).toEqual(['began'])
    expect(await found({ failureClass: ['rate_limited'], failureRole: 'cascade' })).toEqual(['inherited'])
    expect(await found({ failureRole: 'root' })).toEqual(['began', 'inherited'])
  })
})

describe('a failure of unknown class', () => {
  it.each<[string, object, string | null]>([
    ['an exception', { error: "NameError: name 'x' is not defined" }, 'NameError'],
    ['an error with a code', { error: { message: 'It went wrong', code: 'pool_exhausted' } }, 'pool_exhausted'],
    ['an error that names nothing', { error: 'It went wrong' }, null],
    ['no error', {}, 'no error message'],
    ['a class that is known', { error: RATE_LIMIT }, null],
    [
      'the root cause, not what it dragged along',
      {
        nodes: [
          { id: 'a', status: 'failed', error: 'KeyError: total', dependencies: ['b'] },
          { id: 'b', status: 'failed', error: 'ZeroDivisionError: division by zero' },
        ],
      },
      'ZeroDivisionError',
    ],
    [
      'the first of several root causes',
      {
        nodes: [
          { id: 'z', status: 'failed', error: 'KeyError: total' },
          { id: 'a', status: 'failed', error: 'ZeroDivisionError: division by zero' },
        ],
      },
      'KeyError',
    ],
  ])('has in the list and on its page the name of %s', async (_, failed, errorName) => {
    const scene = await makeProject()
    await ingest(scene.key, [runBody({ id: 'named', status: 'failed', nodes: [], ...failed })])
    const { runs } = await listRuns.run(scene.key, {})
    expect(runs).toMatchObject([{ errorName }])
    const { run } = await getRun.run(scene.key, { runId: runs[0]?.id ?? '' })
    expect(run.errorName).toBe(errorName)
  })
})

describe('groups of failures at a node', () => {
  it.each<[string, string[]]>([
    ['classify', ['rate_limited 1', 'timeout 1']],
    ['draft', ['rate_limited 2']],
  ])('are found by %s, counted with its failures only', async (node, expected) => {
    const { groups } = await searchFailures.run(test.key, { node })
    expect(groups.map(({ failureClass, roots }) => `${failureClass} ${roots}`).toSorted()).toEqual(expected)
    const { groups: most, counts } = await searchFailures.run(test.key, { node, sort: 'most', range: '7d' })
    expect(most.map(({ failureClass, roots }) => `${failureClass} ${roots}`).toSorted()).toEqual(expected)
    expect(counts?.new).toBe(expected.length)
  })
})
