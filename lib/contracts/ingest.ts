import { z } from 'zod'
import { BATCH_BODY } from './body-limits'
import { contract } from './contract'
import { band, decision, grade, profile } from './primitives'
import { asWritten, runInput } from './run-input'

export const MAX_RUNS_PER_REQUEST = 1000
export const MAX_BODY_BYTES = BATCH_BODY.bytes

/** Result of one accepted run, read back from the committed rows. */
export const acceptedRun = z.object({
  index: z.number(),
  id: z.string(),
  runId: z.uuid(),
  duplicate: z.boolean(),
  profile: profile
    .nullable()
    .default(null)
    .describe('The scoring profile of its chain, by which its quality is measured; null from desks that do not tell'),
  quality: z.number().nullable(),
  grade: grade.nullable().describe('Only if the profile of the chain is gaff'),
  band: band.nullable().describe('Only if the profile of the chain is stratt, the default'),
  confidence: z.number().nullable(),
  coverage: z.number(),
  decision,
  reason: z.string().describe('Why this decision, in one sentence'),
})

export const rejectedRun = z.object({
  index: z.number(),
  id: z.string().nullable(),
  code: z.enum(['invalid_input', 'conflict']),
  path: z.string(),
  reason: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
})

export const ingestResult = z.object({ accepted: z.array(acceptedRun), rejected: z.array(rejectedRun) })

const EXAMPLE_RUN = {
  id: 'ticket-4711-1',
  chain: 'support-answers',
  version: '1.4.0',
  execution: 'ticket-4711',
  attempt: 1,
  request: { question: 'How do I reset my password?' },
  output: { answer: 'Open Settings, choose Security, then Reset password.', sources: ['manual-12'] },
  nodes: [
    { id: 'retrieve', output: { found: ['manual-12'] }, durationMs: 240 },
    {
      id: 'answer',
      dependencies: ['retrieve'],
      toolCalls: [{ name: 'search_manual', arguments: { query: 'reset password' }, result: { hits: 1 } }],
    },
  ],
  contract: { requiredOutputs: ['answer', 'sources'] },
  tokens: { input: 812, output: 164 },
  durationMs: 1830,
  costUsd: 0.0041,
  signals: { self: 0.9, peer: 0.8 },
}

/** The body is a `runInput`, or `{ runs }` of them: each run is parsed separately, so that one invalid run does not reject the others. */
export const ingestRuns = contract({
  name: 'runs.ingest',
  summary:
    'Send one run; over REST also up to 1,000 in { runs: [...] }, which may be partly accepted. It is scored before the answer.',
  scope: 'write',
  hints: { idempotent: true },
  body: BATCH_BODY,
  exact: [...asWritten, ...asWritten.map((path) => `runs.*.${path}`)],
  rate: 'ingest',
  target: 'POST /api/v1/runs',
  // The values are parsed run by run.
  input: z.record(z.string(), z.unknown(), { error: 'must be a run, or an object with `runs`: a list of runs' }),
  output: ingestResult,
  sends: z.union([
    runInput,
    z.strictObject({
      runs: z.array(runInput).min(1).max(MAX_RUNS_PER_REQUEST),
      notify: z
        .boolean()
        .optional()
        .describe(
          'false: historical import, which opens no gates and sends no notifications. Runs that ended over 7 days ago are always historical.',
        ),
    }),
  ]),
  examples: [
    {
      name: 'one',
      summary: 'One run',
      body: EXAMPLE_RUN,
      answer: {
        accepted: [
          {
            index: 0,
            id: 'ticket-4711-1',
            runId: '01a1ff63-7ece-7170-a973-6c0b80fab4fe',
            duplicate: false,
            profile: 'stratt',
            quality: 0.7920081967213115,
            grade: null,
            band: 'review',
            confidence: 0.8375,
            coverage: 0.32,
            decision: 'accept',
            reason: 'A score of 0.84 meets the threshold of 0.80.',
          },
        ],
        rejected: [],
      },
    },
    {
      name: 'many',
      summary: 'Up to 1,000 runs; a rejected run does not affect the others',
      body: {
        runs: [
          EXAMPLE_RUN,
          {
            id: 'ticket-4712-1',
            chain: 'support-answers',
            version: '1.4.0',
            status: 'failed',
            nodes: [{ id: 'retrieve', status: 'failed', error: { message: 'rate limit reached', httpStatus: 429 } }],
          },
        ],
      },
    },
  ],
})

export type IngestResult = z.infer<typeof ingestResult>
export type AcceptedRun = z.infer<typeof acceptedRun>
export type RejectedRun = z.infer<typeof rejectedRun>
