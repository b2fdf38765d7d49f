import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { profile } from '@/lib/contracts/primitives'
import type { RescorePage } from '@/lib/contracts/rescore'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { rescoreRuns } from './rescore'

type Request = Parameters<typeof rescoreRuns.run>[1]

const criteria: RunBody['criteria'] = {
  required_fields: ['answer', 'source'],
  accuracy_criteria: { expected_ranges: { amount: { min: 0, max: 10 } } },
  performance_budget: { tokens: 500 },
}

const bodies: RunBody[] = [
  runBody({ id: 'good' }),
  runBody({ id: 'empty', output: { answer: '' }, signals: { self: 0.9, peer: 0.4, downstream: false } }),
  runBody({ id: 'failed', status: 'failed', output: undefined, error: 'connect ECONNREFUSED 10.0.0.1:80' }),
  runBody({ id: 'paused', status: 'paused_for_approval' }),
  runBody({ id: 'held', criteria, output: { answer: 'yes', amount: 40 }, signals: { peer: 0.95, human: true } }),
  runBody({
    id: 'in nodes',
    contract: undefined,
    tokens: undefined,
    criteria: { required_fields: ['found'] },
    nodes: [{ id: 'look', output: { found: 3 }, tokens: { input: 30, output: 10 }, durationMs: 12.5 }],
  }),
  runBody({ id: 'null', output: null, contract: { schema: { type: ['object', 'null'] } } }),
  runBody({
    id: 'null in nodes',
    criteria: { required_fields: ['nothing'] },
    nodes: [
      { id: 'look', output: null },
      { id: 'gave', output: { nothing: null } },
    ],
  }),
  runBody({ id: 'elsewhere', chain: 'other', output: {}, signals: { downstream: true } }),
]

async function filled(runs = bodies) {
  const test = await makeProject()
  return { ...test, ids: await ingest(test.key, runs) }
}

/** Requests all pages. */
async function rescoreAll(ctx: ProjectContext, request: Request): Promise<RescorePage[]> {
  const pages: RescorePage[] = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next ?? null)
    pages.push(await rescoreRuns.run(ctx, { ...request, ...(cursor && { cursor }) }))
  return pages
}

const sum = (pages: RescorePage[], count: 'rescored' | 'changed' | 'unmeasured' | 'known') =>
  pages.reduce((total, page) => total + page[count], 0)

async function scoresOf({ project }: ProjectContext, series: string) {
  const rows = await getDb().score.findMany({ where: { projectId: project.id, series }, orderBy: { runId: 'asc' } })
  return rows.map(({ computedAt: _, series: __, ...row }) => row)
}

async function everythingBut({ project }: ProjectContext, series: string) {
  const where = { projectId: project.id }
  const db = getDb()
  return {
    scores: await db.score.findMany({
      where: { ...where, series: { not: series } },
      orderBy: [{ runId: 'asc' }, { series: 'asc' }],
    }),
    runs: await db.run.findMany({ where, orderBy: { id: 'asc' } }),
    summaries: await db.runSummary.findMany({ where, orderBy: { id: 'asc' } }),
    rollups: await db.rollupHour.findMany({ where, orderBy: { hour: 'asc' } }),
    executions: await db.execution.findMany({ where }),
  }
}

describe('rescoring history', () => {
  it.each(['gaff', 'stratt', 'confidence'] as const)(
    'with the standard weights of %s equals the original, factor for factor',
    async (profile) => {
      const { key } = await filled()
      await rescoreAll(key, { series: 'again', profile })
      expect(await scoresOf(key, 'again')).toEqual(await scoresOf(key, profile))
    },
  )

  it.each<[string, Configuration]>([
    ['checks switched off', { quality_assurance: { validation_rules: [] } }],
    ['one check switched on', { quality_assurance: { validation_rules: ['format_validation'] } }],
    ['no quality check', { quality_assurance: { enabled: false } }],
    ['a threshold and weights', { quality_assurance: { quality_threshold: 0.5, scoring_weights: { accuracy: 2 } } }],
    ['other weights', { stratt_weights: { efficiency: 0 }, confidence_weights: { peer: 0.7 } }],
  ])('equals the original scores under %s, whatever was configured later', async (_words, config) => {
    const test = await makeProject()
    await configure(test, config)
    await ingest(test.key, bodies)
    await configure(test, { quality_assurance: { quality_threshold: 0.99, scoring_weights: { performance: 5 } } })
    await configure(test, { stratt_weights: { conformance: 9 }, confidence_weights: { peer: 9 } }, 'answers')
    for (const name of profile.options) {
      await rescoreAll(test.key, { series: `again by ${name}`, profile: name })
      expect(await scoresOf(test.key, `again by ${name}`)).toEqual(await scoresOf(test.key, name))
    }
  })

  it('with other weights equals what new runs get with them', async () => {
    const scoring_weights = { completeness: 1, accuracy: 3, performance: 0 }
    const { key } = await filled()
    await rescoreAll(key, { series: 'strict', profile: 'gaff', weights: scoring_weights })
    const fresh = await filled(bodies.map((body) => ({ ...body, criteria: { ...body.criteria, scoring_weights } })))
    const values = (rows: { value: number | null }[]) => rows.map((row) => row.value)
    expect(values(await scoresOf(key, 'strict'))).toEqual(values(await scoresOf(fresh.key, 'gaff')))
  })

  it('changes nothing else', async () => {
    const { key } = await filled()
    const before = await everythingBut(key, 'w2')
    await rescoreAll(key, {
      series: 'w2',
      profile: 'stratt',
      weights: { conformance: 0.5, completeness: 0.3, efficiency: 0.2 },
    })
    expect(await scoresOf(key, 'w2')).toHaveLength(bodies.length)
    expect(await everythingBut(key, 'w2')).toEqual(before)
  })

  it('covers every run of a long history once, also when repeated', async () => {
    const runs = Array.from({ length: 450 }, (_, index) => runBody({ id: `r${index}` }))
    const { key } = await filled(runs)
    const request = { series: 'w2', profile: 'stratt', weights: { efficiency: 0 } } as const
    const first = await rescoreAll(key, request)
    expect([first.length, sum(first, 'rescored'), sum(first, 'known'), first[0]?.total]).toEqual([3, 450, 0, 450])
    const stored = await scoresOf(key, 'w2')
    const second = await rescoreAll(key, request)
    expect([sum(second, 'rescored'), sum(second, 'known')]).toEqual([0, 450])
    expect(await scoresOf(key, 'w2')).toEqual(stored)
  })

  it('resumes after an interruption, and scores each run once when run concurrently', async () => {
    const runs = Array.from({ length: 450 }, (_, index) => runBody({ id: `r${index}` }))
    const { key } = await filled(runs)
    const request = { series: 'w2', profile: 'stratt' } as const
    const cut = await rescoreRuns.run(key, request)
    expect([cut.rescored, cut.next === null]).toEqual([200, false])
    const both = await Promise.all([rescoreAll(key, request), rescoreAll(key, request)])
    for (const pages of both) {
      expect(sum(pages, 'known')).toBeGreaterThanOrEqual(200)
      expect(sum(pages, 'rescored') + sum(pages, 'known')).toBe(450)
    }
    const stored = await scoresOf(key, 'w2')
    expect(stored).toHaveLength(450)
    expect(new Set(stored.map(({ runId }) => runId)).size).toBe(450)
  })

  it('with a later engine adds a revision', async () => {
    const { key } = await filled([runBody()])
    await rescoreAll(key, { series: 's', profile: 'stratt' })
    await getDb().score.updateMany({
      where: { projectId: key.project.id, series: 's' },
      data: { engineVersion: '0.9.0' },
    })
    await rescoreAll(key, { series: 's', profile: 'stratt' })
    expect((await scoresOf(key, 's')).map((row) => [row.revision, row.engineVersion === '0.9.0'])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it('is limited to the named chain', async () => {
    const { key, ids } = await filled()
    const pages = await rescoreAll(key, { series: 's', chain: 'other' })
    expect((await scoresOf(key, 's')).map((row) => row.runId)).toEqual([ids.get('elsewhere')])
    expect(pages[0]?.total).toBe(1)
  })

  it('gives no score to unfinished runs or to runs without signals', async () => {
    const { key } = await filled()
    const [measured] = await rescoreAll(key, { series: 'm', profile: 'stratt' })
    expect(measured).toMatchObject({ rescored: bodies.length - 1, unmeasured: 1 })
    const [heard] = await rescoreAll(key, { series: 'h', profile: 'confidence' })
    expect(heard).toMatchObject({ rescored: 3, unmeasured: bodies.length - 3 })
  })
})

describe('a dry run', () => {
  it('reports what would change and writes nothing', async () => {
    const { key } = await filled()
    const before = await everythingBut(key, '')
    const audit = await getDb().auditEvent.count({ where: { projectId: key.project.id } })
    const weights = { conformance: 0, completeness: 0, efficiency: 1 }
    const [page] = await rescoreAll(key, { series: 's', profile: 'stratt', weights, dryRun: true })
    expect(await everythingBut(key, '')).toEqual(before)
    expect(await getDb().auditEvent.count({ where: { projectId: key.project.id } })).toBe(audit)
    const original = (await scoresOf(key, 'stratt')).flatMap((row) => row.value ?? [])
    expect(page?.before).toEqual({
      n: original.length,
      sum: expect.closeTo(
        original.reduce((total, value) => total + value, 0),
        9,
      ),
    })
    expect(page?.after.n).toBe(original.length)
    expect(page?.changed).toBeGreaterThan(0)
    expect(page?.moved).toContainEqual({ from: 'poor', to: 'good', count: expect.any(Number) })
  })
})

describe('rescoring is refused', () => {
  it.each<[Request, string, string]>([
    [{ series: 'gaff', profile: 'gaff' }, 'invalid_input', 'original series'],
    [{ series: 's', weights: { conformance: 1 } }, 'invalid_input', 'profile'],
    [{ series: 's', profile: 'stratt', weights: { accuracy: 1 } }, 'invalid_input', 'weights.accuracy'],
    [
      { series: 's', profile: 'gaff', weights: { completeness: 0, accuracy: 0, performance: 0 } },
      'invalid_input',
      'weights',
    ],
    [{ series: 's', profile: 'gaff', weights: { completeness: -1 } }, 'invalid_input', 'weights.completeness'],
    [{ series: 's', cursor: 'page two' }, 'invalid_input', 'cursor'],
    [{ series: 's', chain: 'nowhere' }, 'not_found', 'chain'],
  ])('for %j with %s', async (request, code, words) => {
    const { key } = await filled([runBody()])
    await expect(rescoreRuns.run(key, request)).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
  })

  it('for another definition of an existing series, also in a dry run, but not for equal shares', async () => {
    const { key } = await filled([runBody()])
    const named = { series: 's', profile: 'stratt' } as const
    await rescoreRuns.run(key, { ...named, weights: { conformance: 0.4, completeness: 0.4, efficiency: 0.2 } })
    await rescoreRuns.run(key, { ...named, weights: { conformance: 2, completeness: 2, efficiency: 1 } })
    const other = { ...named, weights: { conformance: 1, completeness: 0, efficiency: 0 } }
    for (const request of [other, { ...other, dryRun: true }, named, { series: 's' }])
      await expect(rescoreRuns.run(key, request)).rejects.toMatchObject({ code: 'conflict' })
  })
})
