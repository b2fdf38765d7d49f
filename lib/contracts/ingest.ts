import { z } from 'zod'
import { contract } from './contract'
import { band, decision, grade, json } from './primitives'

export const MAX_RUNS_PER_REQUEST = 1000
export const MAX_BODY_BYTES = 20 * 1024 * 1024
/** Values of JSON that one run may hold, and all runs of one body together. */
export const MAX_RUN_VALUES = 200_000
export const MAX_BATCH_VALUES = 1_000_000

/** What one accepted run came to, read back from the rows that were committed. */
export const acceptedRun = z.object({
  index: z.number(),
  id: z.string(),
  runId: z.uuid(),
  duplicate: z.boolean(),
  quality: z.number().nullable(),
  grade: grade.nullable(),
  band: band.nullable(),
  confidence: z.number().nullable(),
  coverage: z.number(),
  decision,
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

/** The body is a `runInput`, or `{ runs }` of them: each is parsed on its own, so that one bad run never loses its neighbours. */
export const ingestRuns = contract({
  name: 'runs.ingest',
  summary: 'Send one run, or up to 1,000 in { runs: [...] }. Scored before the answer; a batch may be partly accepted.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/runs',
  input: z.record(z.string(), json),
  output: ingestResult,
})

export type IngestResult = z.infer<typeof ingestResult>
export type AcceptedRun = z.infer<typeof acceptedRun>
export type RejectedRun = z.infer<typeof rejectedRun>
