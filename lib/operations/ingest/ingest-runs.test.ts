import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getRun } from '../run-detail/get'
import { listRuns } from '../runs/list'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { ingestBatch } from './ingest-batch'

describe('an ingested run', () => {
  it('is scored by gaff, stratt and confidence, each with its factors and engine version', async () => {
    const { key, project } = await makeProject()
    const body = runBody({ signals: { self: 0.9, peer: 0.8, downstream: true } })
    const { accepted } = await ingestBatch(key, [body], 'test')
    expect(accepted[0]).toMatchObject({
      id: body.id,
      duplicate: false,
      grade: null,
      band: 'good',
      decision: 'accept',
      reason: expect.stringContaining('0.'),
    })
    const scores = await getDb().score.findMany({ where: { projectId: project.id }, orderBy: { series: 'asc' } })
    expect(scores.map((score) => score.series)).toEqual(['confidence', 'gaff', 'stratt'])
    const stratt = scores.find((score) => score.series === 'stratt')
    expect(stratt?.value).toBeCloseTo(0.4 + 0.35 + 0.25 * 0.9, 12)
    expect(stratt).toMatchObject({ revision: 1, engineVersion: expect.stringMatching(/^\d+\./) })
    const confidence = scores.find((score) => score.series === 'confidence')
    expect(confidence?.value).toBeCloseTo((0.15 * 0.9 + 0.25 * 0.8 + 0.35) / 0.75, 12)
  })

  it('is answered with the one verdict of its chain, also when it is sent again', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ chain: 'graded' })])
    await configure(test, { profile: 'gaff' }, 'graded')
    const runs = [runBody({ id: 'banded' }), runBody({ id: 'graded', chain: 'graded' })]
    for (const duplicate of [false, true]) {
      const { accepted } = await ingestBatch(test.key, runs, 'test')
      expect(accepted).toMatchObject([
        { id: 'banded', duplicate, grade: null, band: expect.any(String), reason: expect.any(String) },
        { id: 'graded', duplicate, grade: expect.any(String), band: null, reason: expect.any(String) },
      ])
    }
  })

  it('counts further attempts only where one can follow, in the answer and in the list', async () => {
    const { key } = await makeProject()
    const poor = { output: {}, contract: { requiredOutputs: ['answer'] } }
    const bodies = [runBody({ id: 'alone', ...poor }), runBody({ id: 'first', execution: 'refund-7', ...poor })]
    for (const duplicate of [false, true]) {
      const { accepted } = await ingestBatch(key, bodies, 'test')
      expect(accepted).toMatchObject([
        { id: 'alone', duplicate, decision: 'iterate', reason: expect.not.stringContaining('left') },
        { id: 'first', duplicate, decision: 'iterate', reason: expect.stringMatching(/\d attempts are left\.$/) },
      ])
      const { runs } = await listRuns.run(key, { range: 'all' })
      const told = new Map(runs.map(({ clientId, reason }) => [clientId, reason]))
      for (const { id, reason } of accepted) expect(told.get(id)).toBe(reason)
    }
  })

  it('without signals has null confidence, not zero', async () => {
    const { key } = await makeProject()
    const { accepted } = await ingestBatch(key, [runBody()], 'test')
    expect(accepted[0]).toMatchObject({ confidence: null, coverage: 0 })
  })

  it('with only a self-assessment is decided by its measured quality', async () => {
    const { key, project } = await makeProject()
    const ids = await ingest(key, [runBody({ id: 'boaster', output: {}, signals: { self: 1 } })])
    const summary = await getDb().runSummary.findFirstOrThrow({
      where: { projectId: project.id, id: ids.get('boaster') },
    })
    expect(summary).toMatchObject({ confidence: 1, basis: 'quality' })
    expect(summary.decision).not.toBe('accept')
  })

  it('that was cancelled gets no quality and no decision', async () => {
    const { key } = await makeProject()
    const { accepted } = await ingestBatch(key, [runBody({ status: 'cancelled' })], 'test')
    expect(accepted[0]).toMatchObject({ quality: null, grade: null, band: null, decision: 'insufficient_evidence' })
  })

  it('is a duplicate when sent again, and a conflict with another body', async () => {
    const { key, project } = await makeProject()
    const body = runBody({ id: 'again' })
    const first = await ingestBatch(key, [body], 'test')
    const second = await ingestBatch(key, [{ ...body }, { ...body, output: { answer: 'other' } }], 'test')
    expect(second.accepted).toEqual([{ ...first.accepted[0], index: 0, duplicate: true }])
    expect(second.rejected).toMatchObject([{ index: 1, id: 'again', code: 'conflict', path: 'id' }])
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
  })

  it('names in a conflict the fields that differ from the stored run, whatever storing changed', async () => {
    const { key } = await makeProject()
    const body = runBody({
      id: 'taken',
      startedAt: '2026-03-01T10:00:00+01:00',
      endedAt: '2026-03-01T10:00:02+01:00',
      nodes: [{ id: 'a', output: null, startedAt: '2026-03-01T10:00:00+01:00', durationMs: 5 }],
      signals: { self: 0.9, downstream: true },
      metadata: { team: 'a' },
      tags: ['x'],
    })
    await ingestBatch(key, [body], 'test')
    const others = [
      { ...body, output: { answer: 'other' }, metadata: { team: 'b' } },
      { ...body, signals: { self: 0.9, downstream: false } },
      { ...body, nodes: [{ id: 'b' }], title: 'Other' },
    ]
    const reasons = []
    for (const other of others) reasons.push((await ingestBatch(key, [other], 'test')).rejected[0]?.reason)
    expect(reasons).toEqual([
      'another run with this id and another body exists; it differs in metadata, output',
      'another run with this id and another body exists; it differs in signals',
      'another run with this id and another body exists; it differs in nodes, title',
    ])
  })

  it('names in a conflict within a batch the fields that differ', async () => {
    const { key } = await makeProject()
    const body = runBody({ id: 'twin' })
    const { accepted, rejected } = await ingestBatch(key, [body, { ...body, output: 'other' }], 'test')
    expect(accepted).toHaveLength(1)
    expect(rejected).toMatchObject([{ index: 1, reason: expect.stringMatching(/; it differs in output$/) }])
  })

  it('that is refused is refused for the same reason where the batch repeats it', async () => {
    const { key } = await makeProject()
    const scoring_weights = { completeness: 0, accuracy: 0, performance: 0 }
    const body = runBody({ id: 'twin', criteria: { scoring_weights } })
    const { accepted, rejected } = await ingestBatch(key, [body, body, { ...body, output: 'other' }], 'test')
    expect(accepted).toEqual([])
    const [first, second, other] = rejected
    expect(first).toMatchObject({ index: 0, code: 'invalid_input' })
    expect(second).toEqual({ ...first, index: 1 })
    expect(other).toMatchObject({ index: 2, code: 'conflict' })
  })

  it('is judged by the signals that were given last, in whatever order it lists them', async () => {
    const { key } = await makeProject()
    const at = (hour: number, value: number) => ({
      evaluator: 'peer' as const,
      value,
      at: `2026-03-01T${hour}:00:00Z`,
    })
    const signals = [at(15, 0.9), at(12, 0.2)]
    await ingest(key, [runBody({ id: 'run-1', startedAt: '2026-03-01T10:00:00Z', signals })])
    expect((await getRun.run(key, { runId: 'run-1' })).run).toMatchObject({ confidence: 0.9, signals: { peer: 0.9 } })
  })

  it('is stored once when sent twenty times concurrently', async () => {
    const { key, project } = await makeProject()
    const body = runBody({ id: 'racing' })
    const results = await Promise.all(Array.from({ length: 20 }, () => ingestBatch(key, [body], 'test')))
    expect(results.filter((result) => result.accepted[0]?.duplicate === false)).toHaveLength(1)
    expect(await getDb().runSummary.count({ where: { projectId: project.id } })).toBe(1)
    const rollup = await getDb().rollupHour.aggregate({ where: { projectId: project.id }, _sum: { runs: true } })
    expect(rollup._sum.runs).toBe(1)
  })

  it('stores NUL and lone surrogates as replacement characters', async () => {
    const { key, project } = await makeProject()
    const ids = await ingest(key, [runBody({ id: 'odd', output: { answer: 'a\u0000b\ud800c \\u0000' } })])
    const run = await getDb().run.findFirstOrThrow({ where: { projectId: project.id, id: ids.get('odd') } })
    expect(run.output).toEqual({ answer: 'a\ufffdb\ufffdc \\u0000' })
  })
})

describe('attempts of one execution', () => {
  it('have one limit: one that names none has that of the attempts before it, not the chain’s', async () => {
    const test = await makeProject()
    const nth = (attempt: number, more: object = {}) =>
      runBody({ id: `nth-${attempt}`, execution: 'limited', attempt, signals: { peer: 0.3 + attempt * 0.08 }, ...more })
    await ingest(test.key, [nth(1, { maxAttempts: 9 }), nth(2)])
    await ingest(test.key, [nth(3)])
    await ingest(test.key, [nth(4, { maxAttempts: 5 })])
    await ingest(test.key, [nth(5)])
    const limits = await getDb().runSummary.findMany({
      where: { projectId: test.project.id },
      select: { maxAttempts: true, decision: true },
      orderBy: { attempt: 'asc' },
    })
    expect(limits.map(({ maxAttempts }) => maxAttempts)).toEqual([9, 9, 9, 5, 5])
    expect(limits.map(({ decision }) => decision)).toEqual(['iterate', 'iterate', 'iterate', 'iterate', 'escalate'])
  })

  const attempt = (number: number, value: number) =>
    runBody({ id: `try-${number}`, execution: 'e', attempt: number, maxAttempts: 6, signals: { peer: value } })

  it('form one series, in whatever order they arrive', async () => {
    const inOrder = await makeProject()
    await ingest(inOrder.key, [attempt(1, 0.4), attempt(2, 0.55), attempt(3, 0.56), attempt(4, 0.57)])
    const late = await makeProject()
    for (const [number, value] of [
      [4, 0.57],
      [2, 0.55],
      [1, 0.4],
      [3, 0.56],
    ] as const)
      await ingest(late.key, [attempt(number, value)])
    const outcome = async (projectId: string) => {
      const runs = await getDb().runSummary.findMany({ where: { projectId }, orderBy: { attempt: 'asc' } })
      const execution = await getDb().execution.findFirstOrThrow({ where: { projectId } })
      return {
        decisions: runs.map((run) => run.decision),
        state: execution.state,
        best: execution.bestScore,
        decision: execution.decision,
      }
    }
    expect(await outcome(late.project.id)).toEqual(await outcome(inOrder.project.id))
    expect(await outcome(inOrder.project.id)).toMatchObject({
      state: 'plateauing',
      best: 0.57,
      decision: 'accept_best',
    })
  })
})
