import { describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { deleteRuns } from '../erasure/delete-runs'
import { announce, subscribe } from '../live/changes'
import { ingest, makeProject } from '../testing/factories'
import { body, kindOf, learn, makeReviewed, modelsOf, predictionsOf, review } from '../testing/learned-verdicts'
import { PATIENCE } from '../testing/patience'
import { recordAttribution } from './attribution'
import { findFit, learnFrom } from './models'
import { loadTrainingData } from './verdicts'

const LONG = { timeout: 60_000 }

describe('learning from verdicts', () => {
  it('predicts nothing from seven verdicts, and records how many there were', async () => {
    const test = await makeReviewed(7)
    const ids = await ingest(test.key, [body('next', 'good')])
    await learn(test)
    expect(await predictionsOf(test, ids.get('next'))).toEqual([])
    expect(await modelsOf(test)).toMatchObject([
      { kind: 'confidence', model: null, verdicts: 7 },
      { kind: 'forecast', model: null, verdicts: 7 },
    ])
  })

  it('fits once when several instances learn concurrently, and is deterministic', async () => {
    const test = await makeReviewed(12)
    await Promise.all([learn(test), learn(test), learn(test)])
    await learn(test)
    const kept = await modelsOf(test)
    expect(kept.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['confidence 1', 'forecast 1'])
    const ctx = { ...test.key, now: () => new Date() }
    const again = await learnFrom(ctx, await loadTrainingData(getDb(), test.project.id))
    expect(JSON.parse(JSON.stringify(again.forecast.model))).toEqual(kept[1]?.model)
    expect(JSON.parse(JSON.stringify(again.confidence.model))).toEqual(kept[0]?.model)
  })

  it('fits both models on a verdict that was given while it read traces', async () => {
    const test = await makeReviewed(9)
    const ids = await ingest(test.key, [body('late', 'bad')])
    const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    let learned: Promise<unknown> = Promise.resolve()
    await getDb().$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE trace_facts IN SHARE ROW EXCLUSIVE MODE`
      learned = learn(test)
      await vi.waitFor(async () => expect(await getDb().$queryRawUnsafe(waiting)).toEqual([{ count: 1 }]), PATIENCE)
      await review(test.reviewer, ids.get('late'), 'bad')
    }, LONG)
    await learned
    expect((await modelsOf(test)).map(({ kind, verdicts }) => [kind, verdicts])).toEqual([
      ['confidence', 10],
      ['forecast', 10],
    ])
  })

  it('announces a change once per pass, and only if something changed', async () => {
    const test = await makeReviewed(8)
    const project = test.project.id
    const heard: string[] = []
    const isReady = Promise.withResolvers<boolean>()
    const stop = subscribe({
      projectId: project,
      sinceMs: 0,
      onReady: isReady.resolve,
      onEvent: ({ topic }) => heard.push(topic),
      onLost: () => undefined,
    })
    await isReady.promise
    heard.length = 0
    const mark = (topic: 'members' | 'keys') => getDb().$transaction((tx) => announce(tx, { project, topic }))
    await learn(test)
    await mark('members')
    await learn(test)
    await mark('keys')
    await vi.waitFor(() => expect(heard).toContain('keys'), PATIENCE)
    stop()
    expect(heard).toEqual(['runs', 'members', 'keys'])
  })

  it('counts a run with a named failing step as rejected', async () => {
    const test = await makeReviewed(7)
    const ids = await ingest(test.key, [body('bad', 'bad')])
    await learn(test)
    await recordAttribution.run(test.reviewer, { runId: ids.get('bad') ?? '', nodeId: 'n1' })
    await learn(test)
    expect(await findFit(getDb(), test.project.id, 'forecast')).toMatchObject({ version: 2, verdicts: 8 })
    expect((await findFit(getDb(), test.project.id, 'confidence'))?.verdicts).toBe(7)
    await review(test.reviewer, ids.get('bad'), 'good')
    await learn(test)
    expect(await findFit(getDb(), test.project.id, 'forecast')).toMatchObject({ verdicts: 8 })
  })

  it('ignores human signals that were ingested with a run', async () => {
    const test = await makeProject()
    const labelled = Array.from({ length: 10 }, (_, at) => ({
      ...body(`run-${at}`, kindOf(at)),
      signals: [{ evaluator: 'human' as const, value: at % 2 === 0 }],
    }))
    await ingest(test.key, labelled)
    await learn(test)
    expect(await modelsOf(test)).toEqual([])
  })
})

it('is queued again when a run with a verdict is deleted, so that nothing is learned from it any more', async () => {
  const test = await makeReviewed(1)
  const queued = () => getDb().$queryRaw<object[]>`
    SELECT 1 FROM pgboss.job WHERE name = 'verdicts-learn' AND data->>'projectId' = ${test.project.id} AND state = 'created'`
  const bare = await ingest(test.key, [body('bare', 'good')])
  const admin = await test.as('admin')
  await getDb().$executeRaw`DELETE FROM pgboss.job WHERE data->>'projectId' = ${test.project.id}`
  await deleteRuns.run(admin, { runIds: [...bare.values()] })
  expect(await queued()).toEqual([])
  await deleteRuns.run(admin, { runIds: [...test.ids.values()] })
  expect(await queued()).toHaveLength(1)
})
