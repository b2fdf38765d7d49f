import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { getChain } from '../chains/get'
import { actOnFailureGroups } from '../failures/act'
import { reviewRun } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { compareVersions } from './compare'

const fetch = {
  id: 'fetch',
  name: 'Fetch',
  status: 'completed',
  output: 'fetched',
  durationMs: 100,
  tokens: { total: 10 },
} as const
const broken = {
  ...fetch,
  status: 'failed',
  output: undefined,
  error: { message: 'rate limit exceeded', httpStatus: 429 },
} as const

const scenarios = ['refund', 'delay', 'baggage']

/** One live run for each of three scenarios, all good, or with the given one broken. */
function runsOf(version: string, worse: string | null, rest: Partial<RunBody> = {}): RunBody[] {
  return scenarios.map((scenario) => {
    const isWorse = scenario === worse
    return runBody({
      version,
      scenario,
      nodes: [isWorse ? broken : fetch],
      ...(isWorse && { output: { answer: '' } }),
      costUsd: 0.02,
      durationMs: 1000,
      ...rest,
    })
  })
}

async function makeVersions(before: RunBody[], after: RunBody[]): Promise<TestProject & { ids: Map<string, string> }> {
  const test = await makeProject()
  const ids = await ingest(test.key, [...before, ...after])
  return { ...test, ids }
}

const compare = async ({ key }: TestProject, a = '1.0.0', b = '1.1.0', sameScenarios = false) =>
  (await compareVersions.run(key, { chain: 'answers', a, b, sameScenarios })).comparison

const measure = (comparison: Awaited<ReturnType<typeof compare>>, name: string) =>
  comparison.measures.find((candidate) => candidate.name === name)

it('finds both sides of every node of runs with very many nodes', async () => {
  const nodes = Array.from({ length: 450 }, (_, nth) => ({ id: `node-${nth}`, status: 'completed' as const }))
  const run = (version: string) => runBody({ version, nodes })
  const comparison = await compare(await makeVersions([run('1.0.0'), run('1.0.0')], [run('1.1.0')]))
  expect(comparison.nodes.length).toBeGreaterThan(100)
  expect(comparison.nodes.filter(({ state }) => state === 'missing')).toEqual([])
})

it('lists the nodes whose share of failures changed most first, whichever way', async () => {
  const node = (id: string, isFailed: boolean) => ({ ...(isFailed ? broken : fetch), id, name: id })
  const run = (version: string, failing: string[]) =>
    runBody({ version, nodes: ['calm', 'better', 'worse'].map((id) => node(id, failing.includes(id))) })
  const before = [run('1.0.0', ['better', 'calm']), run('1.0.0', ['better', 'calm']), run('1.0.0', ['better'])]
  const after = [run('1.1.0', ['calm', 'worse']), run('1.1.0', ['calm']), run('1.1.0', [])]
  const { nodes } = await compare(await makeVersions(before, after))
  expect(nodes.map((one) => one.node)).toEqual(['better', 'worse', 'calm'])
})

it('calls a live version that another one outranks superseded', async () => {
  const { a, b } = await compare(await makeVersions(runsOf('1.0.0', null), runsOf('1.1.0', null)))
  expect([a.state, b.state]).toEqual(['superseded', 'live'])
})

it('calls no failure new or gone if one of the versions has no live runs', async () => {
  const test = await makeVersions(runsOf('1.0.0', null, { kind: 'dry_run' }), runsOf('1.1.0', 'refund'))
  expect((await compare(test)).failures).toMatchObject([
    { node: 'Fetch', state: 'missing', a: { of: 0 }, b: { of: 3 } },
  ])
  expect((await compare(test, '1.1.0', '1.0.0')).failures).toMatchObject([{ state: 'missing' }])
})

describe('two unpublished versions', () => {
  it('are compared by scenario, failure, node and measure, with the worst pair of runs', async () => {
    const bad = runsOf('1.1.0', 'delay')
    const good = runsOf('1.0.0', null)
    const test = await makeVersions(good, bad)
    const comparison = await compare(test)
    const idOf = (runs: RunBody[]) => test.ids.get(runs[1]?.id ?? '')
    expect(comparison).toMatchObject({
      a: { version: '1.0.0', liveRuns: 3, sampled: 3 },
      b: { version: '1.1.0', liveRuns: 3, sampled: 3 },
      shared: 3,
      worst: [{ scenario: 'delay', a: idOf(good), b: idOf(bad) }],
    })
    expect(comparison.scenarios.map(({ scenario, state }) => [scenario, state])).toEqual([
      ['delay', 'worse'],
      ['baggage', 'same'],
      ['refund', 'same'],
    ])
    expect(comparison.failures).toMatchObject([
      { node: 'Fetch', state: 'new', a: { runs: 0, of: 3 }, b: { runs: 1, of: 3 } },
    ])
    expect(comparison.nodes).toMatchObject([
      { node: 'Fetch', a: { runs: 3, failed: 0, durationMs: 100, tokens: 10 }, b: { runs: 3, failed: 1 } },
    ])
    expect(measure(comparison, 'quality')?.change).toBeLessThan(0)
    expect(measure(comparison, 'cost')).toMatchObject({ a: { n: 3 }, change: 0, direction: 'unclear' })
    expect(comparison.factors.map(({ name }) => name)).toContain('conformance')
  })

  it('give mirrored results in the opposite order', async () => {
    const test = await makeVersions(runsOf('1.0.0', null), runsOf('1.1.0', 'delay'))
    const [there, back] = [await compare(test), await compare(test, '1.1.0', '1.0.0')]
    for (const { name, change, direction } of there.measures) {
      const other = measure(back, name)
      expect(other?.change).toBeCloseTo(-change, 9)
      const turned = { worse: 'better', better: 'worse', unclear: 'unclear', too_few: 'too_few' }[direction]
      expect(other?.direction).toBe(turned)
    }
    expect(back.scenarios.find(({ scenario }) => scenario === 'delay')).toMatchObject({ state: 'better' })
    expect(back.failures).toMatchObject([{ state: 'gone' }])
    expect(back.worst).toEqual([])
  })

  it('show a drop in confidence when the score does not drop', async () => {
    const seen = (peer: number) => ({
      signals: [
        { evaluator: 'peer' as const, value: peer },
        { evaluator: 'self' as const, value: peer },
      ],
    })
    const runs = (version: string, peer: number) => [0, 1, 2].flatMap(() => runsOf(version, null, seen(peer)))
    const comparison = await compare(await makeVersions(runs('1.0.0', 0.88), runs('1.1.0', 0.73)))
    expect(measure(comparison, 'quality')).toMatchObject({ change: 0 })
    expect(measure(comparison, 'confidence')).toMatchObject({ direction: 'worse' })
    expect(measure(comparison, 'confidence')?.change).toBeCloseTo(-0.15, 6)
  })

  it('are compared by what was accepted before anyone gave a verdict, whichever runs people reviewed', async () => {
    const seen = (version: string) => [0.9, 0.95, 0.9, 0.7].map((peer) => runBody({ version, signals: { peer } }))
    const test = await makeVersions(seen('1.0.0'), [...seen('1.1.0'), runBody({ version: '1.1.0', id: 'unjudged' })])
    const before = measure(await compare(test), 'accepted')
    expect(before).toMatchObject({ a: { n: 4, mean: 0.75 }, b: { n: 5, mean: 0.8 } })
    const reviewer = await test.as('reviewer')
    const reviewed = await getDb().runSummary.findMany({ where: { projectId: test.project.id, peer: { not: null } } })
    for (const { id: runId, peer, versionId } of reviewed)
      if (versionId === reviewed.at(0)?.versionId)
        await reviewRun.run(
          reviewer,
          (peer ?? 0) < 0.8 ? { runId, verdict: 'approve' } : { runId, verdict: 'reject', reason: 'Wrong.' },
        )
    expect(await getDb().runSummary.count({ where: { projectId: test.project.id, decision: 'accept' } })).toBeLessThan(
      6,
    )
    const after = measure(await compare(test), 'accepted')
    expect({ ...after, published: before?.published }).toEqual(before)
    expect([before?.published?.b.mean, after?.published?.b.mean]).toEqual([0.8, expect.any(Number)])
    expect((after?.published?.a.mean ?? 0) + (after?.published?.b.mean ?? 0)).toBeLessThan(0.75 + 0.8)
  })

  it('count as accepted what the quality check accepts from the threshold of its day, reviewed or not', async () => {
    const test = await makeProject()
    const half = { required_fields: ['answer', 'source'] }
    await ingest(test.key, [runBody({ version: '0.9.0' })])
    await configure(test, { profile: 'gaff', quality_assurance: { quality_threshold: 0.95 } }, 'answers')
    const taken = await ingest(
      test.key,
      ['1.0.0', '1.1.0'].flatMap((version) =>
        [0, 1, 2].map((nth) => runBody({ id: `${version} ${nth}`, version, ...(nth === 0 && { criteria: half }) })),
      ),
    )
    await configure(test, { profile: 'gaff', quality_assurance: { quality_threshold: 0.5 } }, 'answers')
    const before = measure(await compare(test), 'accepted')
    expect(before).toMatchObject({ a: { n: 3, mean: 2 / 3 }, b: { n: 3, mean: 2 / 3 } })
    const reviewer = await test.as('reviewer')
    for (const nth of [0, 1])
      await reviewRun.run(reviewer, { runId: taken.get(`1.1.0 ${nth}`) ?? '', verdict: 'reject', reason: 'Wrong.' })
    const after = measure(await compare(test), 'accepted')
    expect(after).toMatchObject({ b: before?.b, change: before?.change, published: { b: { n: 3, mean: 1 / 3 } } })
  })

  it('are compared with a warning if their scores are of two profiles', async () => {
    const test = await makeProject()
    await ingest(test.key, runsOf('1.0.0', null))
    expect((await compare(test, '1.0.0', '1.0.0')).warnings).toEqual([])
    await configure(test, { profile: 'gaff' }, 'answers')
    await ingest(test.key, runsOf('1.1.0', null))
    const text = expect.stringMatching(/^1\.0\.0 was scored by the profile trace quality, 1\.1\.0 by quality check:/)
    expect((await compare(test)).warnings).toEqual([{ kind: 'profile', text }])
  })

  it('are compared by the confidence at the weights of their chain', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ version: '0.9.0', chain: 'answers' })])
    await configure(test, { confidence_weights: { peer: 1, downstream: 1 } })
    await configure(test, { confidence_weights: { downstream: 3 } }, 'answers')
    const seen = (version: string) => [0, 1, 2].map(() => runBody({ version, signals: { peer: 0.4, downstream: 0.8 } }))
    await ingest(test.key, [...seen('1.0.0'), ...seen('1.1.0')])
    const expected = { n: 3, mean: expect.closeTo((0.4 + 3 * 0.8) / 4, 12) }
    expect(measure(await compare(test), 'confidence')).toMatchObject({ a: expected, b: expected })
    const { versions } = (await getChain.run(test.key, { chain: 'answers' })).chain
    expect(versions).toMatchObject([{ confidence: expected }, { confidence: expected }, {}])
    const stored = await getDb().runSummary.findFirst({ where: { projectId: test.project.id, peer: 0.4 } })
    expect(stored?.confidence).toBeCloseTo((0.4 + 3 * 0.8) / 4, 12)
  })

  it('are compared by the runs that have ended', async () => {
    const signals = { peer: 0.9, downstream: true } as const
    const open = { status: 'running', signals: { peer: 0.1 }, costUsd: 5 } as const
    const test = await makeVersions(runsOf('1.0.0', null, { signals }), [
      ...runsOf('1.1.0', null, { signals }),
      ...runsOf('1.1.0', null, open),
    ])
    const comparison = await compare(test)
    expect(comparison.b).toMatchObject({ liveRuns: 3, sampled: 3 })
    for (const name of ['confidence', 'accepted', 'cost'])
      expect(measure(comparison, name), name).toMatchObject({ a: { n: 3 }, b: { n: 3 }, change: 0 })
  })

  it('list the scenarios that dropped most, up to a limit', async () => {
    const test = await makeVersions(runsOf('1.0.0', null), runsOf('1.1.0', 'delay'))
    const { comparison } = await compareVersions.run(test.key, { chain: 'answers', a: '1.0.0', b: '1.1.0', limit: 1 })
    expect(comparison.scenarios).toMatchObject([{ scenario: 'delay', state: 'worse' }])
    expect(comparison.shared).toBe(3)
  })

  it('are compared on shared scenarios only, if requested', async () => {
    const further = runBody({ version: '1.1.0', scenario: 'only here', output: { answer: '' } })
    const test = await makeVersions(runsOf('1.0.0', null), [...runsOf('1.1.0', null), further])
    const all = await compare(test)
    expect(all.scenarios.find(({ scenario }) => scenario === 'only here')).toMatchObject({ a: null, state: 'missing' })
    expect(measure(all, 'quality')?.change).toBeLessThan(0)
    const same = await compare(test, '1.0.0', '1.1.0', true)
    expect(same).toMatchObject({ sameScenarios: true, b: { liveRuns: 4, sampled: 3 } })
    expect(measure(same, 'quality')).toMatchObject({ a: { n: 3 }, b: { n: 3 }, change: 0 })
    expect(same.scenarios.map(({ state }) => state)).toEqual(['same', 'same', 'same'])
  })

  it('have one failure in common where people merged its groups', async () => {
    const late = { ...broken, error: { message: 'timed out', httpStatus: 504 } }
    const test = await makeVersions(
      runsOf('1.0.0', 'delay'),
      runsOf('1.1.0', null).map((run) => ({ ...run, nodes: [late] })),
    )
    const apart = (await compare(test)).failures
    expect(apart.map(({ state }) => state).sort()).toEqual(['gone', 'new'])
    const groups = apart.map(({ fingerprint }) => fingerprint)
    await actOnFailureGroups.run(await test.as('reviewer'), { action: 'merge', groups })
    const merged = (await compare(test)).failures
    expect(merged).toMatchObject([{ a: { runs: 1, of: 3 }, b: { runs: 3, of: 3 } }])
    expect(groups).toContain(merged[0]?.fingerprint)
    expect(['new', 'gone']).not.toContain(merged[0]?.state)
  })

  it('without shared scenarios show their lowest runs', async () => {
    const [good, bad] = [runBody(), runBody({ version: '1.1.0', output: { answer: '' } })]
    const test = await makeVersions([good], [bad])
    expect((await compare(test)).worst).toMatchObject([
      { scenario: null, a: test.ids.get(good.id ?? ''), b: test.ids.get(bad.id ?? ''), clientId: bad.id },
    ])
  })

  it('are not found in another project or under another name', async () => {
    const test = await makeVersions(runsOf('1.0.0', null), [])
    await expect(compare(test, '1.0.0', '9.9.9')).rejects.toMatchObject({ code: 'not_found' })
    await expect(compare(await makeProject())).rejects.toMatchObject({ code: 'not_found' })
  })
})
