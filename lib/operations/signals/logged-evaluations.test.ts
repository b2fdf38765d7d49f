import { describe, expect, it } from 'vitest'
import type { LoggedEvaluation } from '@/lib/ingest/otlp/decode-logs'
import { makeSpan } from '@/lib/ingest/testing/spans'
import { putRedaction } from '../data/policy'
import { ingestSpans } from '../ingest/ingest-spans'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { configure } from '../testing/configure'
import { makeProject } from '../testing/factories'
import { ingestEvaluations } from './logged-evaluations'

const traceId = 'd'.repeat(32)
const at = '2026-03-01T10:00:00.000Z'

function logged(score: number, overrides: Partial<LoggedEvaluation['evaluation']> = {}, spanId: string | null = null) {
  return { traceId, spanId, evaluation: { name: 'helpful', score, kind: 'CODE', at, ...overrides } }
}

describe('an evaluation sent as a log record', () => {
  it("becomes a signal of its trace's run, sent before or after it, once however often it is sent", async () => {
    const { key } = await makeProject()
    expect(await ingestEvaluations(key, [logged(0.4, { kind: 'LLM' })])).toMatchObject({ count: 0 })
    await ingestSpans(key, [{ ...makeSpan({ id: '1', ms: [0, 1] }), traceId }])
    expect((await getRun.run(key, { runId: traceId })).run.signals).toMatchObject({ peer: 0.4, downstream: null })
    for (let times = 0; times < 2; times++)
      expect(await ingestEvaluations(key, [logged(0.9)])).toEqual({ count: 0, message: '' })
    const { run, signals } = await getRun.run(key, { runId: traceId })
    expect(run.signals).toMatchObject({ peer: 0.4, downstream: 0.9 })
    expect(signals.map(({ evaluator, by }) => [evaluator, by])).toEqual([
      ['peer', 'helpful'],
      ['downstream', 'helpful'],
    ])
  })

  it('belongs to the run of its span if the trace has several', async () => {
    const { key } = await makeProject()
    const own = (id: string, ms: [number, number], parent?: string) => ({
      ...makeSpan({ id, ms, ...(parent && { parent }) }),
      traceId,
    })
    const second = own('2', [5, 9])
    const below = own('3', [6, 7], '2')
    await ingestSpans(key, [own('1', [0, 1]), second, below])
    await ingestEvaluations(key, [logged(0.2, {}, below.spanId)])
    expect((await getRun.run(key, { runId: `${traceId}-${second.spanId}` })).run.signals.downstream).toBe(0.2)
    expect((await getRun.run(key, { runId: traceId })).run.signals.downstream).toBeNull()
  })

  it('is told from another one of the same annotator and instant by its span', async () => {
    const { key } = await makeProject()
    const spans = ['1', '2'].map((id) => ({
      ...makeSpan({ id, ms: [0, 9], ...(id > '1' && { parent: '1' }) }),
      traceId,
    }))
    await ingestSpans(key, spans)
    const evaluations = spans.map(({ spanId }, place) => logged(place === 0 ? 0.9 : 0.4, {}, spanId))
    expect(await ingestEvaluations(key, evaluations)).toEqual({ count: 0, message: '' })
    const { signals } = await getRun.run(key, { runId: traceId })
    expect(signals.map(({ value }) => value).toSorted()).toEqual([0.4, 0.9])
    expect(await ingestEvaluations(key, evaluations)).toEqual({ count: 0, message: '' })
    expect((await getRun.run(key, { runId: traceId })).signals).toHaveLength(2)
  })

  it.each(['before', 'after'] as const)('may be a human label, %s the run, as on a span', async (when) => {
    const test = await makeProject()
    const send = async (score: number) => {
      const label = logged(score, { kind: 'HUMAN', at: `2026-03-01T10:00:0${score}.000Z` })
      expect(await ingestEvaluations(test.key, [label])).toEqual({ count: 0, message: '' })
    }
    const span = { ...makeSpan({ id: '1', ms: [0, 1] }), traceId }
    if (when === 'before') await send(0)
    await ingestSpans(test.key, [span])
    if (when === 'after') await send(0)
    const { run, signals } = await getRun.run(test.key, { runId: traceId })
    expect(run).toMatchObject({ humanOrigin: 'ingest', signals: { human: 0 }, flag: 'vetoed' })
    expect(signals).toMatchObject([{ evaluator: 'human', by: expect.stringMatching(/^helpful, sent by ./) }])
    await reviewRun.run(await test.as('reviewer'), { runId: run.id, verdict: 'approve' })
    await send(1)
    await send(0)
    expect((await getRun.run(test.key, { runId: traceId })).run).toMatchObject({ humanOrigin: 'review' })
  })

  it('is refused or left out as a human label where the setting says so', async () => {
    const test = await makeProject()
    const label = logged(0, { kind: 'HUMAN' })
    await ingestEvaluations(test.key, [label])
    await configure(test, { review: { sent_labels: false } })
    await ingestSpans(test.key, [{ ...makeSpan({ id: '1', ms: [0, 1] }), traceId }])
    expect(await ingestEvaluations(test.key, [label, logged(0.9)])).toEqual({
      count: 1,
      message: expect.stringContaining('review.sent_labels'),
    })
    expect((await getRun.run(test.key, { runId: traceId })).run.signals).toMatchObject({ human: null, downstream: 0.9 })
  })

  it("is redacted by the project's rules before it is stored", async () => {
    const { key, as } = await makeProject()
    await putRedaction.run(await as('admin'), { kinds: ['email'], expected: 0 })
    await ingestEvaluations(key, [logged(0.4, { explanation: 'It wrote to ada@example.com.' })])
    await ingestSpans(key, [{ ...makeSpan({ id: '1', ms: [0, 1] }), traceId }])
    const { signals } = await getRun.run(key, { runId: traceId })
    expect(signals.map(({ comment }) => comment)).toEqual(['It wrote to [redacted: email].'])
  })

  it('is refused with a reason that names the attribute if it is out of range, anonymous, or a second measure', async () => {
    const { key } = await makeProject()
    const refusal = async (...sent: LoggedEvaluation[]) => {
      const { count, message } = await ingestEvaluations(key, sent)
      return [count, message]
    }
    const toxic = logged(0.1, { name: 'toxicity' })
    expect(await refusal(logged(7))).toEqual([1, 'gen_ai.evaluation.score.value: must be a number from 0 to 1'])
    expect(await refusal(logged(1, { kind: 'DOG' }))).toEqual([1, 'annotator_kind: must be HUMAN, LLM or CODE'])
    expect(await refusal(logged(0.9), toxic)).toEqual([2, expect.stringMatching(/name: "helpful", "toxicity" by CODE/)])
    await ingestEvaluations(key, [logged(0.9)])
    expect(await refusal(toxic)).toEqual([1, expect.stringMatching(/name: "helpful", "toxicity" by CODE/)])
  })
})
