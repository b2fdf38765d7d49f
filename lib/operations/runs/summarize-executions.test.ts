import { expect, it } from 'vitest'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { listRuns } from './list'
import { listExecutions } from './list-executions'
import { summarizeExecutions } from './summarize-executions'

/** The attempts of one execution, with tokens and duration but without cost. */
function ingestAttempts(test: TestProject, execution: string, scores: readonly number[], chain = 'answers') {
  const bodies = scores.map((score, place) =>
    runBody({
      ...{ id: `${execution}-${place}`, chain, execution, attempt: place + 1, durationMs: 500 },
      signals: { self: score, peer: score, downstream: score },
    }),
  )
  return ingest(test.key, bodies)
}

it('summarizes at which attempt executions are accepted, the cost after the best attempt, and where retrying pays', async () => {
  const test = await makeProject()
  await ingestAttempts(test, 'once', [0.95])
  await ingestAttempts(test, 'twice', [0.5, 0.95])
  await ingestAttempts(test, 'worse', [0.6, 0.55, 0.5])
  for (let at = 0; at < 5; at++) await ingestAttempts(test, `better-${at}`, [0.5, 0.7 + at / 100], 'letters')
  const summary = await summarizeExecutions.run(test.key, {})
  expect(summary).toMatchObject({
    looked: 8,
    isAll: true,
    accepted: [
      { attempt: 1, count: 1 },
      { attempt: 2, count: 1 },
    ],
    never: 6,
    afterBest: {
      executions: 1,
      runs: 2,
      tokens: { sum: 2000, n: 2 },
      costUsd: { sum: 0, n: 0 },
      durationMs: { sum: 1000, n: 2 },
    },
  })
  expect(summary.afterBest.allRuns).toBe(16)
  expect(summary.states.reduce((sum, { count }) => sum + count, 0)).toBe(7)
  const [letters, answers] = summary.chains
  expect(letters).toMatchObject({ chain: 'letters', executions: 5 })
  expect(letters?.attempts[0]).toMatchObject({ attempt: 2, n: 5, verdict: 'pays' })
  expect(answers?.attempts[0]).toMatchObject({ n: 2, verdict: 'too_few', interval: null })
  expect((await summarizeExecutions.run(test.key, { chain: ['letters'] })).looked).toBe(5)
  expect((await summarizeExecutions.run((await makeProject()).key, {})).looked).toBe(0)
})

it('counts an attempt by its number, also where one before it never arrived', async () => {
  const test = await makeProject()
  for (let at = 0; at < 5; at++)
    await ingest(
      test.key,
      [1, 3].map((attempt) => {
        const score = attempt / 4
        const signals = { self: score, peer: score, downstream: score }
        return runBody({ id: `${at}-${attempt}`, execution: `${at}`, attempt, signals })
      }),
    )
  const [answers] = (await summarizeExecutions.run(test.key, {})).chains
  expect(answers?.attempts.map(({ attempt, n }) => [attempt, n])).toEqual([
    [2, 0],
    [3, 5],
    [4, 0],
  ])
})

it('counts attempts that were sent without a number as accepted at none, not at the first', async () => {
  const test = await makeProject()
  await ingestAttempts(test, 'numbered', [0.95])
  const unnumbered = [0.5, 0.6, 0.95].map((score, place) =>
    runBody({ id: `sent-${place}`, execution: 'sent', signals: { self: score, peer: score, downstream: score } }),
  )
  await ingest(test.key, unnumbered)
  const summary = await summarizeExecutions.run(test.key, {})
  expect(summary).toMatchObject({ looked: 2, accepted: [{ attempt: 1, count: 1 }], unnumbered: 1, never: 0 })
  const { runs } = await listRuns.run(test.key, { acceptedAt: 1 })
  expect(runs.map(({ clientId }) => clientId)).toEqual(['numbered-0'])
})

it('filters the runs behind each count by the time of the execution, as it is summarized', async () => {
  const test = await makeProject()
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const attempt = (execution: string, number: number, hours: number) =>
    runBody({
      ...{ id: `${execution}-${number}`, execution, attempt: number, startedAt: hoursAgo(hours), durationMs: 500 },
      signals: { self: 0.95, peer: 0.95, downstream: 0.95 },
    })
  await ingest(test.key, [attempt('long', 1, 30), attempt('long', 2, 2), attempt('new', 1, 1), attempt('old', 1, 40)])
  const { accepted, looked, since } = await summarizeExecutions.run(test.key, { range: '24h' })
  expect({ accepted, looked }).toEqual({ accepted: [{ attempt: 1, count: 2 }], looked: 2 })
  const found = async (within: { range: '24h' } | { from: string }) =>
    (await listRuns.run(test.key, { acceptedAt: 1, ...within })).runs.map(({ clientId }) => clientId)
  expect(await found({ range: '24h' })).toEqual(['new-1', 'long-1'])
  expect(await found({ from: since ?? '' })).toEqual(['new-1', 'long-1'])
})

it('filters the runs behind each count: those by which an execution was first accepted', async () => {
  const test = await makeProject()
  await ingestAttempts(test, 'once', [0.95, 0.96])
  await ingestAttempts(test, 'twice', [0.5, 0.95, 0.95])
  await ingestAttempts(test, 'again', [0.5, 0.5, 0.95], 'letters')
  await ingest(test.key, [runBody({ id: 'alone', signals: { self: 0.95, peer: 0.95, downstream: 0.95 } })])
  const { accepted } = await summarizeExecutions.run(test.key, {})
  const runs = (acceptedAt: number, chain?: string[]) => listRuns.run(test.key, { acceptedAt, chain })
  for (const { attempt, count } of accepted) expect((await runs(attempt)).runs).toHaveLength(count)
  expect((await runs(2)).runs.map(({ clientId }) => clientId)).toEqual(['twice-1'])
  expect((await runs(3, ['letters'])).runs).toHaveLength(1)
  expect((await runs(1, ['letters'])).runs).toEqual([])
})

it('pages through executions in every order, each once, with missing values last', async () => {
  const test = await makeProject()
  const series = [
    [0.2, 0.9],
    [0.5, 0.5],
    [0.5, 0.5],
    [0.9, 0.3],
    [0.4, 0.5, 0.6],
    [0.4, 0.6, 0.4, 0.6],
  ]
  for (const [at, scores] of series.entries()) await ingestAttempts(test, `e${at}`, scores)
  await ingest(
    test.key,
    [1, 2].map((attempt) =>
      runBody({ execution: 'unscored', attempt, contract: undefined, tokens: undefined, output: undefined }),
    ),
  )
  const gains: Record<string, (number | null)[]> = {}
  for (const sort of ['newest', 'gain', 'attempts', 'expected_gain'] as const) {
    const seen: string[] = []
    const values: (number | null)[] = []
    let cursor: string | undefined
    do {
      const page = await listExecutions.run(test.key, { sort, limit: 2, cursor })
      seen.push(...page.executions.map(({ key }) => key))
      values.push(
        ...page.executions.map(({ gain, attempts, oneMore }) =>
          sort === 'gain' ? gain : sort === 'attempts' ? attempts.length : (oneMore?.expectedGain ?? null),
        ),
      )
      cursor = page.next ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    gains[sort] = values
  }
  for (const sort of ['gain', 'attempts', 'expected_gain']) {
    const known = gains[sort]?.filter((value) => value !== null) ?? []
    expect(known).toEqual(known.toSorted((a, b) => b - a))
  }
  const { next } = await listExecutions.run(test.key, { sort: 'gain', limit: 2 })
  await expect(listExecutions.run(test.key, { sort: 'newest', cursor: next ?? '' })).rejects.toMatchObject({
    issues: [{ path: 'cursor' }],
  })
})
