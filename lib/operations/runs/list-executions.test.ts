import { describe, expect, it } from 'vitest'
import { sendSignals } from '../signals/send'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { listExecutions } from './list-executions'

const NOW = new Date('2026-05-10T12:00:00Z')

/** Ingests the attempts of one execution at that time. */
function ingestAttempts(test: TestProject, execution: string, chain: string, scores: readonly number[], at: string) {
  const bodies = scores.map((peer, place) =>
    runBody({ id: `${execution}-${place}`, chain, execution, attempt: place + 1, signals: { peer }, startedAt: at }),
  )
  return ingest(test.at(new Date(at)), bodies)
}

describe('listExecutions', () => {
  it('lists executions with more than one attempt, latest first, with their convergence', async () => {
    const test = await makeProject()
    await ingestAttempts(test, 'older', 'answers', [0.4, 0.6, 0.75], '2026-05-01T00:00:00Z')
    await ingestAttempts(test, 'newer', 'letters', [0.6, 0.61, 0.6], '2026-05-09T00:00:00Z')
    await ingestAttempts(test, 'single', 'letters', [0.9], '2026-05-10T00:00:00Z')
    const ctx = test.at(NOW)
    const keysOf = async (input: Parameters<typeof listExecutions.run>[1]) =>
      (await listExecutions.run(ctx, input)).executions.map((item) => item.key)
    expect(await keysOf({})).toEqual(['newer', 'older'])
    expect(await keysOf({ limit: 1 })).toEqual(['newer'])
    expect(await keysOf({ chain: ['answers'] })).toEqual(['older'])
    expect(await keysOf({ range: '7d' })).toEqual(['newer'])
    expect(await keysOf({ state: ['plateauing'] })).toEqual(['newer'])
    expect(await keysOf({ state: ['improving', 'plateauing'] })).toEqual(['newer', 'older'])
  })

  it('dates an execution by its runs, not by their import', async () => {
    const test = await makeProject()
    await ingest(test.at(NOW), [
      runBody({ execution: 'old', attempt: 1, signals: { peer: 0.4 }, startedAt: '2026-01-01T00:00:00Z' }),
      runBody({ execution: 'old', attempt: 2, signals: { peer: 0.6 }, startedAt: '2026-01-02T00:00:00Z' }),
    ])
    const [execution] = (await listExecutions.run(test.at(NOW), {})).executions
    expect(execution?.updatedAt).toBe('2026-01-02T00:00:00.000Z')
    expect((await listExecutions.run(test.at(NOW), { range: '90d' })).executions).toEqual([])
  })

  it('returns the expected gain of one more attempt beside the published rule', async () => {
    const test = await makeProject()
    await ingestAttempts(test, 'rising', 'answers', [0.3, 0.5, 0.7], '2026-05-01T00:00:00Z')
    await ingestAttempts(test, 'flat', 'answers', [0.94, 0.95, 0.95], '2026-05-02T00:00:00Z')
    const [flat, rising] = (await listExecutions.run(test.key, {})).executions
    expect(rising?.oneMore).toMatchObject({ recommendation: 'continue', method: 'trend' })
    expect(flat?.oneMore?.expectedGain).toBeLessThan(rising?.oneMore?.expectedGain ?? 0)
    expect(flat).toMatchObject({ state: 'plateauing', oneMore: { interval: [0, expect.any(Number)] } })
  })

  it('shows version and decision of the last attempt, whatever the order of attempts and signals', async () => {
    const { key } = await makeProject()
    const attempt = (nth: number, version: string, peer: number, minute: string) =>
      runBody({
        ...{ id: `${nth}-${version}`, version, execution: 'case', attempt: nth, maxAttempts: 9, signals: { peer } },
        startedAt: `2026-05-01T00:${minute}:00Z`,
      })
    const shown = async () => {
      const [execution] = (await listExecutions.run(key, {})).executions
      return [execution?.version, execution?.decision]
    }
    await ingest(key, [attempt(2, '2.0.0', 0.95, '30')])
    await ingest(key, [attempt(1, '1.0.0', 0.5, '10')])
    expect(await shown()).toEqual(['2.0.0', 'accept'])
    // A repeated attempt, which began earlier.
    await ingest(key, [attempt(2, '1.9.0', 0.5, '20')])
    expect(await shown()).toEqual(['2.0.0', 'accept'])
    await sendSignals.run(key, { runId: '2-1.9.0', signals: [{ evaluator: 'peer', value: 0.55 }] })
    expect(await shown()).toEqual(['2.0.0', 'accept'])
  })

  it('shows nothing of another project', async () => {
    const mine = await makeProject()
    const theirs = await makeProject()
    await ingestAttempts(theirs, 'case', 'answers', [0.4, 0.6], '2026-05-01T00:00:00Z')
    expect((await listExecutions.run(mine.key, {})).executions).toEqual([])
  })
})
