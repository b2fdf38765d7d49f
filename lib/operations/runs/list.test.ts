import { beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { RunBody } from '@/lib/contracts/run-input'
import type { listRuns as contract, RunRow } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import type { Context } from '../context'
import { actOnFailureGroups } from '../failures/act'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { countRuns } from './count'
import { listRuns } from './list'
import { listExecutions } from './list-executions'

type Input = InputOf<typeof contract>

const HOUR_MS = 3_600_000
const START = Date.parse('2026-03-01T00:00:00Z')

/** Runs that differ in everything that can be filtered by; every three share a start time. */
const bodies: RunBody[] = Array.from({ length: 48 }, (_, place) => {
  const isFailed = place % 6 === 0
  return runBody({
    id: `run-${String(place).padStart(3, '0')}`,
    chain: ['answers', 'letters', '50%_off'][place % 3],
    version: place % 2 === 0 ? '1.0.0' : '1.1.0',
    scenario: place % 4 === 0 ? 'late delivery' : undefined,
    kind: place % 11 === 0 ? 'dry_run' : 'live',
    status: isFailed ? 'failed' : place % 7 === 0 ? 'cancelled' : 'completed',
    nodes: isFailed ? [{ id: 'fetch', status: 'failed', error: 'Request timed out after 30 s' }] : [],
    output: place % 5 === 0 ? {} : { answer: 'forty-two' },
    tokens: { input: 100 + 40 * place, output: 900 },
    signals: place % 4 === 1 ? [] : { peer: (place % 10) / 10 },
    execution: place < 3 ? 'case-1' : undefined,
    attempt: place < 3 ? place + 1 : 1,
    startedAt: new Date(START + Math.floor(place / 3) * HOUR_MS).toISOString(),
  })
})

let test: TestProject
let all: RunRow[]

beforeAll(async () => {
  test = await makeProject()
  await ingest(test.key, bodies)
  all = await walk(test.key, {}, 200)
})

async function walk(
  ctx: Context,
  input: Input,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<RunRow[]> {
  const rows: RunRow[] = []
  let cursor: string | null | undefined
  do {
    const page = await listRuns.run(ctx, { ...input, limit, ...(cursor ? { cursor } : {}) })
    expect(page.runs.length).toBeLessThanOrEqual(limit)
    rows.push(...page.runs)
    cursor = page.next
    await between()
  } while (cursor)
  return rows
}

const idsOf = (runs: readonly RunRow[]) => runs.map((run) => run.clientId)

describe('paging', () => {
  it.each(runSorts)('by %s returns every run once, in the order of one large page', async (sort) => {
    const whole = await walk(test.key, { sort }, 200)
    expect(whole).toHaveLength(bodies.length)
    expect(idsOf(await walk(test.key, { sort }, 7))).toEqual(idsOf(whole))
  })

  it.each([
    ['quality_low', 'quality', 1],
    ['quality_high', 'quality', -1],
    ['confidence_low', 'confidence', 1],
    ['confidence_high', 'confidence', -1],
  ] as const)('by %s puts runs without a value last', async (sort, field, direction) => {
    const values = (await walk(test.key, { sort }, 10)).map((run) => run[field])
    const scored = values.filter((value) => value !== null)
    expect(scored).toEqual(scored.toSorted((a, b) => (a - b) * direction))
    expect(values.slice(scored.length).every((value) => value === null)).toBe(true)
    if (field === 'confidence') expect(scored.length).toBeLessThan(values.length)
  })

  it('neither loses nor repeats a run while others arrive before and after the page', async () => {
    const { key } = await makeProject()
    await ingest(key, bodies.slice(0, 20))
    let arrived = 0
    const rows = await walk(key, {}, 6, async () => {
      const times = [START + 999 * HOUR_MS, START - 999 * HOUR_MS, START + 3 * HOUR_MS]
      if (arrived < 9)
        await ingest(
          key,
          times.map((time) => runBody({ id: `late-${arrived++}`, startedAt: new Date(time).toISOString() })),
        )
    })
    expect(new Set(idsOf(rows)).size).toBe(rows.length)
    expect(idsOf(rows)).toEqual(expect.arrayContaining(bodies.slice(0, 20).map((body) => body.id)))
  })

  it('merges several chains in one order', async () => {
    const chain = ['letters', '50%_off']
    expect(idsOf(await walk(test.key, { chain }, 5))).toEqual(idsOf(all.filter((run) => chain.includes(run.chain))))
  })

  it.each(['x', 'e30', Buffer.from('{"sort":"newest","key":"2026-03-01T00:00:00Z","id":"no"}').toString('base64url')])(
    'refuses %j as a cursor',
    async (cursor) => {
      const listed = listRuns.run(test.key, { cursor })
      await expect(listed).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'cursor' }] })
    },
  )

  it('refuses the cursor of another sort', async () => {
    const { next } = await listRuns.run(test.key, { limit: 3 })
    const listed = listRuns.run(test.key, { limit: 3, sort: 'quality_low', cursor: next ?? '' })
    await expect(listed).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'cursor' }] })
  })
})

describe('filters', () => {
  const cases: [string, Input, (run: RunRow) => boolean][] = [
    ['chain', { chain: ['letters'] }, (run) => run.chain === 'letters'],
    ['version', { version: ['1.1.0'] }, (run) => run.version === '1.1.0'],
    [
      'chain and version',
      { chain: ['letters'], version: ['1.1.0'] },
      (run) => run.chain === 'letters' && run.version === '1.1.0',
    ],
    ['a comma-separated list', { chain: 'letters,answers' }, (run) => run.chain !== '50%_off'],
    ['kind', { kind: ['dry_run'] }, (run) => run.kind === 'dry_run'],
    ['status', { status: ['failed', 'cancelled'] }, (run) => run.status !== 'completed'],
    ['grade', { grade: ['excellent'] }, (run) => run.grade === 'excellent'],
    ['band', { band: ['poor', 'review'] }, (run) => run.band === 'poor' || run.band === 'review'],
    ['decision', { decision: ['accept'] }, (run) => run.decision === 'accept'],
    [
      'grade and decision together',
      { grade: ['excellent', 'good'], decision: ['accept'] },
      (run) => (run.grade === 'excellent' || run.grade === 'good') && run.decision === 'accept',
    ],
    [
      'band and decision that never occur together',
      { band: ['poor'], decision: ['accept'], grade: ['excellent'] },
      () => false,
    ],
    ['failure class', { failureClass: ['timeout'] }, (run) => run.failureClass === 'timeout'],
    ['flagged', { flagged: 'true' }, (run) => run.flag !== null],
    ['not flagged', { flagged: 'false' }, (run) => run.flag === null],
    ['reviewed', { reviewed: 'true' }, () => false],
    ['not reviewed', { reviewed: 'false' }, () => true],
    ['scenario', { scenario: 'late delivery' }, (run) => run.scenario === 'late delivery'],
    ['execution', { execution: 'case-1' }, (run) => run.execution === 'case-1'],
    ['quality from', { qualityMin: 0.8 }, (run) => (run.quality ?? -1) >= 0.8 - 1e-9],
    ['quality to', { qualityMax: 0.8 }, (run) => (run.quality ?? 2) <= 0.8 + 1e-9],
    ['from', { from: '2026-03-01T05:00:00Z' }, (run) => run.occurredAt >= '2026-03-01T05'],
    ['to', { to: '2026-03-01T05:00:00Z' }, (run) => run.occurredAt < '2026-03-01T05'],
    ['an unlimited range', { range: 'all' }, () => true],
    ['a range without runs', { range: '90d' }, () => false],
    ['the start of the id', { text: 'RUN-01' }, (run) => run.clientId.startsWith('run-01')],
    ['words of an error', { text: 'timed   out' }, (run) => run.failureClass === 'timeout'],
    ['SQL wildcard characters', { text: '50%_off' }, (run) => run.chain === '50%_off'],
    ['wildcard characters without a word', { text: '%%' }, () => false],
    ['a two-letter prefix', { text: 'le' }, (run) => run.chain === 'letters'],
    ['a node that ran', { ran: 'fetch' }, (run) => run.failedNodes > 0],
    ['a node that never ran', { ran: "o'clock" }, () => false],
    [
      'a word within one chain',
      { text: 'timed', chain: ['letters'] },
      (run) => run.failureClass === 'timeout' && run.chain === 'letters',
    ],
    [
      'a word and a node that ran',
      { text: 'letters', ran: 'fetch' },
      (run) => run.failedNodes > 0 && run.chain === 'letters',
    ],
    ['a node that failed', { node: 'fetch' }, (run) => run.failedNodes > 0],
    ['a node that never failed', { node: 'send' }, () => false],
    ['an unknown chain', { chain: ['nothing'] }, () => false],
    ['a chain without that version', { chain: ['letters'], version: ['9.9.9'] }, () => false],
  ]

  it.each(cases)('by %s return exactly the matching runs', async (_, input, fits) => {
    const found = await walk(test.key, { ...input, sort: 'oldest' }, 5)
    expect(idsOf(found)).toEqual(idsOf(all.filter(fits).toReversed()))
  })

  it('are tested with more than 20 cases that match some runs but not all', () => {
    const telling = cases.filter(([, , fits]) => all.some(fits) && !all.every(fits))
    expect(telling.length).toBeGreaterThan(20)
  })

  it('by failure group return only the runs of that group', async () => {
    const group = await test.key.db.failureGroup.findFirstOrThrow({ where: { projectId: test.project.id } })
    const found = await walk(test.key, { fingerprint: group.fingerprint }, 3)
    expect(found.length).toBeGreaterThan(0)
    expect(idsOf(found)).toEqual(idsOf(all.filter((run) => run.failedNodes > 0)))
  })
})

describe('runs of merged failure groups, and of their classes', () => {
  it.each(['newest', 'oldest'] as const)(
    'are listed once each by %s, also those that failed in several nodes',
    async (sort) => {
      const project = await makeProject()
      const failedNode = (id: string, error: string) => ({ id, status: 'failed' as const, error })
      const failing = bodies.slice(0, 12).map((body, place) => ({
        ...body,
        status: 'failed' as const,
        nodes: [
          ...(place % 3 === 0 ? [] : [failedNode('fetch', 'Request timed out after 30 s')]),
          ...(place % 3 === 1 ? [] : [failedNode('store', 'No space left on device')]),
        ],
      }))
      await ingest(project.key, [...failing, ...bodies.slice(13, 15)])
      const where = { projectId: project.project.id }
      const found = await project.key.db.failureGroup.findMany({ where })
      const groups = found.map((group) => group.fingerprint)
      const { into } = await actOnFailureGroups.run(await project.as('reviewer'), { action: 'merge', groups })
      const listed = await walk(project.key, { sort }, 200)
      const failed = listed.filter((run) => run.failedNodes > 0)
      const group = { sort, fingerprint: into ?? '' }
      expect(failed).toHaveLength(12)
      expect(idsOf(await walk(project.key, group, 5))).toEqual(idsOf(failed))
      const [from, to] = [new Date(START + HOUR_MS).toISOString(), new Date(START + 3 * HOUR_MS).toISOString()]
      const within = failed.filter(({ occurredAt }) => occurredAt >= from && occurredAt < to)
      expect(within).toHaveLength(6)
      expect(idsOf(await walk(project.key, { ...group, from, to }, 4))).toEqual(idsOf(within))
      const classes = { sort, failureClass: [...new Set(found.map((group) => group.failureClass))] }
      expect(classes.failureClass).toHaveLength(2)
      expect(idsOf(await walk(project.key, classes, 5))).toEqual(idsOf(failed))
      expect(idsOf(await walk(project.key, { ...classes, from, to }, 4))).toEqual(idsOf(within))
    },
  )
})

describe('isolation', () => {
  it('shows nothing of another project, even with its cursor', async () => {
    const other = await makeProject()
    await ingest(other.key, [runBody({ id: 'theirs', chain: 'letters' })])
    const { next } = await listRuns.run(test.key, { limit: 3 })
    expect(idsOf(await walk(other.key, {}, 10))).toEqual(['theirs'])
    expect(idsOf(await walk(other.key, { chain: ['letters'] }, 10))).toEqual(['theirs'])
    const { runs } = await listRuns.run(other.key, { cursor: next ?? '' })
    expect(runs.every((run) => run.clientId === 'theirs')).toBe(true)
  })

  it('lets a viewer read, and reports the project as not found to a stranger', async () => {
    const viewer = await test.as('viewer')
    expect((await listRuns.run(viewer, { limit: 1 })).runs).toHaveLength(1)
    const stranger = await (await makeProject()).as('admin')
    await expect(listRuns.run({ ...stranger, projectSlug: test.project.slug }, {})).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('attempts that were sent without numbers', () => {
  it('count none left, in the list as on the page of the run', async () => {
    const { key } = await makeProject()
    const weak = (id: string, execution: string, attempt?: number) => runBody({ id, execution, attempt, output: {} })
    await ingest(key, [
      weak('a', 'loose'),
      weak('b', 'loose'),
      weak('c', 'one'),
      weak('d', 'two', 1),
      weak('e', 'two', 2),
    ])
    const { runs } = await listRuns.run(key, {})
    const counting = runs.filter(({ reason }) => / (?:is|are) left\b/.test(reason)).map(({ clientId }) => clientId)
    expect(counting.toSorted()).toEqual(['c', 'd', 'e'])
    for (const row of runs) expect((await getRun.run(key, { runId: row.id })).run.reason).toBe(row.reason)
  })
})

describe('an empty list of values', () => {
  it('filters nothing, like a value that is not sent', async () => {
    const none = { chain: [], version: [], status: [], tag: [], ids: [] }
    expect((await listRuns.run(test.key, { ...none, limit: 200 })).runs).toHaveLength(all.length)
    expect(await countRuns.run(test.key, none)).toEqual({ count: all.length, isExact: true })
    expect(await listExecutions.run(test.key, { chain: [], state: [] })).toEqual(await listExecutions.run(test.key, {}))
  })
})
