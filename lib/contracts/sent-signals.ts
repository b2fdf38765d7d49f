import { z } from 'zod'
import { contract } from './contract'
import { type Evaluator, evaluators, signalNumber } from './evaluators'
import { decision, identifier, isoTime, name, unit } from './primitives'

/** Signals that are sent at once. */
export const MAX_SENT_SIGNALS = 100

const machines = evaluators.filter((evaluator) => evaluator !== 'human')

/** What an evaluator says of a run later on. A person's word is never sent in: it is given on the desk. */
export const sentSignal = z
  .strictObject({
    evaluator: z.enum(machines, {
      error: ({ input }) =>
        input === 'human'
          ? 'a human verdict is given by a signed-in person on the desk, never sent in: send self, peer or downstream'
          : 'must be self, peer or downstream',
    }),
    value: z.union([unit, z.boolean()], { error: 'must be a number from 0 to 1, true or false' }),
    id: identifier(200)
      .optional()
      .describe('Your own id. The same id again is the same signal; with another value it is a conflict.'),
    source: identifier(500).optional().describe('Who or what says so: a metric, a form, an end-to-end check.'),
    comment: z.string().max(10_000).optional(),
    at: isoTime.optional().describe('When it was said; now when left out. The latest of an evaluator holds.'),
  })
  .refine(({ evaluator, value }) => signalNumber(evaluator, value) !== null, {
    path: ['value'],
    error: ({ input }) => {
      const { evaluator } = input as { evaluator: Evaluator }
      return `${evaluator} answers by a number from 0 to 1, not by yes or no`
    },
  })

export const sendSignals = contract({
  name: 'signals.send',
  tag: 'runs',
  summary:
    'Say later what an evaluator thinks of a run: user feedback, a late check, a peer. Kept until the run is there; then confidence and decision are derived anew.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  rate: 'ingest',
  method: 'POST',
  path: '/api/v1/runs/{runId}/signals',
  input: z.strictObject({
    runId: name.describe("The run: the desk's id or the client's own, also before the run is there"),
    signals: z.array(sentSignal).min(1).max(MAX_SENT_SIGNALS),
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('null while the run has not come yet'),
    accepted: z.int().describe('Signals that are new'),
    duplicates: z.int().describe('Signals that were sent before'),
    confidence: z.number().nullable(),
    coverage: z.number(),
    decision: decision.nullable().describe('null while the run has not come yet'),
  }),
  examples: [
    {
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
