import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { postDeadLetter } from '../dead-letters/add'
import { checkVerification } from '../quality/tools'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { sendSignals } from './send'

const peer = (value: number, id?: string) => ({ evaluator: 'peer' as const, value, ...(id && { id }) })

describe('a signal sent separately from its run', () => {
  it.each(['before', 'after'] as const)('has the same effect %s the run', async (when) => {
    const { key, project } = await makeProject()
    const signals = [{ ...peer(0.4, 'judge-1'), source: 'nightly judge' }]
    if (when === 'before')
      expect(await sendSignals.run(key, { runId: 'run-1', signals })).toEqual({
        ...{ runId: null, accepted: 1, duplicates: 0, confidence: null, coverage: 0, decision: null },
      })
    const runId = (await ingest(key, [runBody({ id: 'run-1' })])).get('run-1')
    if (when === 'after')
      expect(await sendSignals.run(key, { runId: 'run-1', signals })).toMatchObject({
        ...{ runId, accepted: 1, duplicates: 0, confidence: 0.4, coverage: 0.2, decision: 'iterate' },
      })
    const { run, signals: shown } = await getRun.run(key, { runId: 'run-1' })
    expect(run).toMatchObject({ confidence: 0.4, coverage: 0.2, decision: 'iterate', signals: { peer: 0.4 } })
    expect(shown).toMatchObject([{ evaluator: 'peer', value: 0.4, by: 'nightly judge', inForce: true }])
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('is a duplicate under the same id, by either id of the run, and a conflict with another value', async () => {
    const { key, project } = await makeProject()
    const runId = (await ingest(key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    await sendSignals.run(key, { runId: 'run-1', signals: [peer(0.9, 's')] })
    expect(await sendSignals.run(key, { runId, signals: [peer(0.9, 's'), peer(0.7)] })).toMatchObject({
      ...{ accepted: 1, duplicates: 1, confidence: 0.7 },
    })
    await expect(sendSignals.run(key, { runId, signals: [peer(0.1, 'new'), peer(0.8, 's')] })).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'signals[1].id' }],
    })
    expect(await getDb().sentSignal.count({ where: { projectId: project.id } })).toBe(2)
    expect(await getDb().signal.count({ where: { projectId: project.id } })).toBe(2)
  })

  const [plain, hyphenated] = ['0af7651916cd43dd8448eb211c80319c', '0af76519-16cd-43dd-8448-eb211c80319c']

  it.each([
    [plain, [hyphenated, hyphenated.toUpperCase(), plain]],
    [hyphenated, [plain, hyphenated]],
  ])('waits for its run however other tools write the id %s', async (id, names) => {
    const { key, project } = await makeProject()
    for (const [place, runId] of names.entries()) {
      await sendSignals.run(key, { runId, signals: [peer(0.5, 'same'), peer((place + 1) / 10, `judge-${place}`)] })
      await checkVerification.run(key, {
        runId,
        nodeId: `n${place}`,
        criteria: { requireFileChanges: true },
        state: {},
      })
    }
    await postDeadLetter.run(key, { runId: names[0], operation: 'send mail', error: 'timed out' })
    await ingest(key, [runBody({ id }), runBody({ id: 'other' })])
    const { run, signals, checks, deadLetters } = await getRun.run(key, { runId: id })
    expect(run.signals.peer).toBe(names.length / 10)
    expect(signals).toHaveLength(names.length + 1)
    expect(checks).toHaveLength(names.length)
    expect(deadLetters.total).toBe(1)
    for (const runId of names)
      expect(await sendSignals.run(key, { runId, signals: [peer(0.5, 'same')] })).toMatchObject({
        ...{ runId: run.id, duplicates: 1 },
      })
    expect(await getDb().sentSignal.count({ where: { projectId: project.id, runKey: { not: id } } })).toBe(0)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('is refused beside another measure of the same evaluator and time, whose order would decide', async () => {
    const { key } = await makeProject()
    const measures = (at?: string) => [
      { ...peer(0.9), source: 'helpful', ...(at && { at: '2026-03-01T10:00:00Z' }) },
      { ...peer(0.1), source: 'toxic', ...(at && { at }) },
    ]
    const send = (at?: string) => sendSignals.run(key, { runId: 'run-1', signals: measures(at) })
    await expect(send()).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'signals[1].source', message: expect.stringContaining('"helpful" and "toxic"') }],
    })
    expect(await send('2026-03-01T10:00:01Z')).toMatchObject({ accepted: 2 })
  })

  it('is stored once when ten clients send it concurrently, before and after the run', async () => {
    const { key, project } = await makeProject()
    const send = () => sendSignals.run(key, { runId: 'run-1', signals: [peer(0.6, 'one'), peer(0.6, 'two')] })
    const atOnce = await Promise.all([
      ...Array.from({ length: 10 }, send),
      ingest(key, [runBody({ id: 'run-1' })]),
      ...Array.from({ length: 10 }, send),
    ])
    const taken = atOnce.filter((answer) => 'accepted' in answer)
    expect(taken.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2)
    expect(await getDb().signal.count({ where: { projectId: project.id } })).toBe(2)
    expect((await getRun.run(key, { runId: 'run-1' })).run.confidence).toBe(0.6)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('takes effect by when it was given, not by when it arrived', async () => {
    const { key } = await makeProject()
    await ingest(key, [runBody({ id: 'run-1', startedAt: '2026-03-01T10:00:00Z' })])
    const at = (hour: number, value: number) => ({ ...peer(value), at: `2026-03-01T${hour}:00:00Z` })
    const { confidence } = await sendSignals.run(key, { runId: 'run-1', signals: [at(15, 0.9), at(12, 0.2)] })
    expect(confidence).toBe(0.9)
  })

  it('moves the run into the review queue if it is harsh', async () => {
    const test = await makeProject()
    const runId = (await ingest(test.key, [runBody({ id: 'run-1', signals: { peer: 0.95 } })])).get('run-1') ?? ''
    await sendSignals.run(test.key, { runId, signals: [{ evaluator: 'downstream', value: false }] })
    const item = await getDb().reviewItem.findUniqueOrThrow({
      where: { projectId_runId: { projectId: test.project.id, runId } },
    })
    expect(item).toMatchObject({ state: 'waiting', reasons: expect.arrayContaining(['apart']) })
  })

  it('cannot be a human verdict, and needs a key that may write', async () => {
    const test = await makeProject()
    const human = { evaluator: 'human', value: true } as never
    await expect(sendSignals.run(test.key, { runId: 'run-1', signals: [human] })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'signals[0].evaluator', message: expect.stringContaining('signed-in person') }],
    })
    const odd = { evaluator: 'peer' as const, value: true }
    await expect(sendSignals.run(test.key, { runId: 'run-1', signals: [odd] })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'signals[0].value' }],
    })
    await expect(
      sendSignals.run(await test.as('viewer'), { runId: 'run-1', signals: [peer(1)] }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('only affects its own project', async () => {
    const [mine, other] = [await makeProject(), await makeProject()]
    await sendSignals.run(other.key, { runId: 'run-1', signals: [peer(0.1)] })
    await ingest(mine.key, [runBody({ id: 'run-1' })])
    expect((await getRun.run(mine.key, { runId: 'run-1' })).signals).toEqual([])
  })
})
