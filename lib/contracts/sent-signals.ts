import { z } from 'zod'
import { contract } from './contract'
import { automatedEvaluators, type Evaluator, signalNumber } from './evaluators'
import { decision, identifier, isoTime, name, unit } from './primitives'

/** Maximum number of signals per call. */
const MAX_SENT_SIGNALS = 100

const sendable = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(automatedEvaluators)

/** A signal sent after the run. A human verdict cannot be sent: it is given on the desk. */
export const sentSignal = z
  .strictObject({
    evaluator: z.enum(automatedEvaluators, {
      error: ({ input }) =>
        input === 'human'
          ? `a human verdict is given by a signed-in person on the desk, never sent in: send ${sendable}`
          : `must be ${sendable}`,
    }),
    value: z.union([unit, z.boolean()], { error: 'must be a number from 0 to 1, true or false' }),
    id: identifier(200)
      .optional()
      .describe('Your own id. Resending the same value is idempotent; a different value is a conflict.'),
    source: identifier(500).optional().describe('Source of the signal: a metric, a form, an end-to-end check.'),
    comment: z.string().max(10_000).optional(),
    at: isoTime.optional().describe('Time of the signal; default: now. The latest of an evaluator counts.'),
  })
  .refine(({ evaluator, value }) => signalNumber(evaluator, value) !== null, {
    path: ['value'],
    error: ({ input }) => {
      const { evaluator } = input as { evaluator: Evaluator }
      return `${evaluator} answers by a number from 0 to 1, not by yes or no`
    },
  })

/** Refuses two sources of one evaluator at one time: neither is the latest, so the order of a list would decide which counts. */
function oneMeasureEach({ value, issues }: z.core.ParsePayload<z.output<typeof sentSignal>[]>): void {
  const sources = new Map<string, string>()
  for (const [index, { evaluator, source, at }] of value.entries()) {
    if (source === undefined) continue
    const key = `${evaluator} ${at ?? ''}`
    const former = sources.get(key) ?? source
    sources.set(key, former)
    if (former === source) continue
    const message = `"${former}" and "${source}" are two measures of ${evaluator}, not one signal: send the one that counts, or the time of each (at)`
    issues.push({ code: 'custom', input: source, path: [index, 'source'], message })
  }
}

export const sendSignals = contract({
  name: 'signals.send',
  tag: 'runs',
  summary:
    'Send signals for a run after the fact: user feedback, a late check, a peer. Kept until the run arrives; confidence and decision are then recomputed.',
  scope: 'write',
  hints: { idempotent: true },
  rate: 'ingest',
  target: 'POST /api/v1/runs/{runId}/signals',
  input: z.strictObject({
    runId: name.describe("The run: the desk's id or the client's own, even before the run has arrived"),
    signals: z.array(sentSignal).min(1).max(MAX_SENT_SIGNALS).check(oneMeasureEach),
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('null until the run has arrived'),
    accepted: z.int().describe('New signals'),
    duplicates: z.int().describe('Signals already received'),
    confidence: z.number().nullable(),
    coverage: z.number(),
    decision: decision.nullable().describe('null until the run has arrived'),
  }),
  examples: [
    {
      path: { runId: 'order-1042' },
      body: {
        signals: [
          { evaluator: 'downstream', value: true, id: 'thumb-4711', source: 'thumbs up' },
          { evaluator: 'peer', value: 0.8, source: 'nightly judge' },
        ],
      },
    },
  ],
})

export type SentSignal = z.output<typeof sentSignal>
export type SentSignalBody = z.input<typeof sentSignal>
