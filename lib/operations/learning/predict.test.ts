import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { ingestSpans } from '../ingest/ingest-spans'
import { reviewRun, undoReview } from '../reviews/review'
import { lockRuns } from '../runs/lock'
import { sendSignals } from '../signals/send'
import { configure } from '../testing/configure'
import { ingest } from '../testing/factories'
import { body, kindOf, learn, makeReviewed, modelsOf, predictionsOf, review } from '../testing/learned-verdicts'
import { recordAttribution } from './attribution'
import { getForecastParts } from './forecast-parts'
import { findFit } from './models'

describe('predictions of verdicts', () => {
  it('predicts verdicts with reasons, also for a run without signals', async () => {
    const test = await makeReviewed(16)
    const ids = await ingest(test.key, [body('good', 'good'), body('bad', 'bad'), body('bare', 'bad', 'bare')])
    await learn(test)
    const [good, bad] = [await predictionsOf(test, ids.get('good')), await predictionsOf(test, ids.get('bad'))]
    expect(good).toMatchObject([{ kind: 'confidence' }, { kind: 'forecast', reasons: [{ direction: 'for' }, {}, {}] }])
    for (const at of [0, 1]) expect(good[at]?.probability).toBeGreaterThan((bad[at]?.probability ?? 1) + 0.2)
    expect(await predictionsOf(test, ids.get('bare'))).toMatchObject([{ kind: 'forecast', version: 1 }])
  })

  it('shows the parts of a forecast by the fit that made it, also after later fits, which add up to it', async () => {
    const test = await makeReviewed(12)
    const ids = await ingest(test.key, [body('new', 'bad', 'bare')])
    const runId = ids.get('new') ?? ''
    await learn(test)
    await review(test.reviewer, runId, 'bad')
    for (let at = 0; at < 4; at++) {
      const more = await ingest(test.key, [body(`more-${at}`, kindOf(at))])
      await review(test.reviewer, more.get(`more-${at}`), kindOf(at))
    }
    await learn(test)
    const { model, parts, probability } = await getForecastParts.run(test.key, { runId })
    expect(model.version).toBe(1)
    expect((await findFit(test.key.db, test.project.id, 'forecast'))?.version).toBe(2)
    const { intercept = 0, terms = [], rest = 0, divisor = 1 } = parts ?? {}
    const sum = terms.reduce((total, { effect }) => total + effect, intercept + rest)
    expect(1 / (1 + Math.exp(-sum / divisor))).toBeCloseTo(probability, 6)
    await test.key.db.traceFacts.deleteMany({ where: { projectId: test.project.id, runId } })
    expect((await getForecastParts.run(test.key, { runId })).parts).toBeNull()
    await expect(getForecastParts.run(test.key, { runId: [...test.ids.values()][0] ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('keeps the prediction that preceded a verdict', async () => {
    const test = await makeReviewed(10)
    const ids = await ingest(test.key, [body('next', 'good'), body('other', 'bad')])
    await learn(test)
    const predicted = await predictionsOf(test, ids.get('next'))
    await review(test.reviewer, ids.get('next'), 'good')
    await learn(test)
    expect(await predictionsOf(test, ids.get('next'))).toEqual(predicted)
    expect(await predictionsOf(test, ids.get('other'))).toMatchObject([{ version: 2 }, { version: 2 }])
  })

  it('updates a prediction when another signal arrives, until a person decides', async () => {
    const test = await makeReviewed(16)
    const ids = await ingest(test.key, [body('next', 'good')])
    await learn(test)
    const chance = async () =>
      (await predictionsOf(test, ids.get('next'))).find(({ kind }) => kind === 'confidence')?.probability ?? 0
    const before = await chance()
    const signals = (id: string, value: number) => ({
      runId: 'next',
      signals: [{ id, evaluator: 'peer' as const, value }],
    })
    await sendSignals.run(test.key, signals('late', 0.1))
    await learn(test)
    const late = await chance()
    expect(late).toBeLessThan(before - 0.2)
    await review(test.reviewer, ids.get('next'), 'good')
    await sendSignals.run(test.key, signals('later', 0.9))
    await learn(test)
    expect(await chance()).toBe(late)
  })

  it('updates a prediction when more of a trace arrives', async () => {
    const test = await makeReviewed(16)
    const traceId = 'c'.repeat(32)
    const span = (place: number): Span => ({
      ...{ traceId, spanId: `${place}`.padStart(16, '0'), parentSpanId: place === 0 ? null : '0'.repeat(16) },
      ...{ name: place === 0 ? 'triage' : 'look', startNano: '1767225600000000000', endNano: '1767225601000000000' },
      status: { code: place === 0 ? 'ok' : 'error', message: place === 0 ? null : 'not found' },
      attributes: {
        'gen_ai.operation.name': place === 0 ? 'invoke_agent' : 'execute_tool',
        'gen_ai.agent.name': 'triage',
      },
      ...{ events: [], logged: [], links: [], resource: {}, scope: { name: null, version: null } },
    })
    await ingestSpans(test.key, [span(0)])
    const [run] = await getDb().runSummary.findMany({ where: { projectId: test.project.id, clientId: traceId } })
    await learn(test)
    const [before] = await predictionsOf(test, run?.id)
    await ingestSpans(test.key, [1, 2, 3, 4, 5, 6, 7, 8].map(span))
    await learn(test)
    const [after] = await predictionsOf(test, run?.id)
    expect(after?.probability).toBeLessThan((before?.probability ?? 0) - 0.1)
  })

  it('keeps the prediction that preceded an attribution', async () => {
    const test = await makeReviewed(10)
    const ids = await ingest(test.key, [body('bad', 'bad'), body('other', 'bad')])
    await learn(test)
    const predicted = await predictionsOf(test, ids.get('bad'))
    await recordAttribution.run(test.reviewer, { runId: ids.get('bad') ?? '', nodeId: 'n1' })
    await learn(test)
    expect(await predictionsOf(test, ids.get('bad'))).toEqual(predicted)
    expect(await predictionsOf(test, ids.get('other'))).toMatchObject([{ version: 2 }, { version: 2 }])
  })

  it('predicts a run as before once a verdict on it, or its attribution, is taken back', async () => {
    const test = await makeReviewed(10)
    const ids = await ingest(test.key, [body('judged', 'bad'), body('named', 'bad')])
    const [judged = '', named = ''] = ids.values()
    await learn(test)
    const before = [await predictionsOf(test, judged), await predictionsOf(test, named)]
    const { decision } = await reviewRun.run(test.reviewer, { runId: judged, verdict: 'reject', reason: 'wrong' })
    await recordAttribution.run(test.reviewer, { runId: named, nodeId: 'n1' })
    await learn(test)
    expect([await predictionsOf(test, judged), await predictionsOf(test, named)]).toEqual(before)
    await undoReview.run(test.reviewer, { runId: judged, decisionId: decision.id })
    await recordAttribution.run(test.reviewer, { runId: named, takeBack: true })
    await learn(test)
    const told = (rows: (typeof before)[number]) => rows.map(({ probability, reasons }) => ({ probability, reasons }))
    const after = [await predictionsOf(test, judged), await predictionsOf(test, named)]
    expect(after.map(told)).toEqual(before.map(told))
    expect(after.flat().every(({ version }) => version > (before[0]?.[0]?.version ?? 0))).toBe(true)
  })

  it('does not touch the prediction of a run that is being decided concurrently', async () => {
    const test = await makeReviewed(10)
    const ids = await ingest(test.key, [body('next', 'good'), body('other', 'bad')])
    await learn(test)
    const predicted = await predictionsOf(test, ids.get('next'))
    await review(test.reviewer, ids.get('other'), 'bad')
    await getDb().$transaction(async (tx) => {
      await lockRuns(tx, test.project.id, [ids.get('next') ?? ''], new Date())
      await learn(test)
    })
    expect(await modelsOf(test)).toHaveLength(4)
    expect(await predictionsOf(test, ids.get('next'))).toEqual(predicted)
  })

  it('flags likely rejections after the model has proven itself, as long as learning is switched on', async () => {
    const test = await makeReviewed(40)
    const again = { ...body('again', 'bad', 'bare'), output: { answer: '' } }
    const ids = await ingest(test.key, [body('bare', 'bad', 'bare'), body('fine', 'good', 'bare'), again])
    await learn(test)
    const flagOf = async (id: string) =>
      (await getDb().runSummary.findFirstOrThrow({ where: { projectId: test.project.id, id: ids.get(id) ?? '' } })).flag
    expect(await flagOf('bare')).toBe('likely_bad')
    expect(await flagOf('fine')).toBeNull()
    const predicted = async () => ({
      runs: await getDb().runSummary.count({ where: { projectId: test.project.id, likelyBad: true } }),
      waiting: await getDb().reviewItem.count({ where: { projectId: test.project.id, reasons: { has: 'forecast' } } }),
    })
    const before = await predicted()
    // A run that will be tried again is not flagged.
    expect(before).toEqual({ runs: 2, waiting: 2 })
    await configure(test, { learning: { enabled: false } })
    await learn(test)
    expect(await flagOf('bare')).toBeNull()
    expect(await predicted()).toEqual({ runs: 0, waiting: 0 })
    await configure(test, { learning: { enabled: true } })
    await learn(test)
    expect(await flagOf('bare')).toBe('likely_bad')
    expect(await predicted()).toEqual(before)
    await configure(test, { learning: { enabled: false } })
    await learn(test)
    await review(test.reviewer, ids.get('fine'), 'good')
    await learn(test)
    expect((await findFit(getDb(), test.project.id, 'forecast'))?.version).toBe(1)
  })
})
