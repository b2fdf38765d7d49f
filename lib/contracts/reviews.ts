import { z } from 'zod'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { decision, digest, id, isoTime, plainText, unit } from './primitives'

/** The values a decision changed; null: there was none. */
export const runState = z.object({
  confidence: z.number().nullable(),
  coverage: z.number(),
  decision,
  human: z.number().nullable(),
  quality: z.number().nullable(),
})

export const decisionView = z.object({
  id,
  kind: z.enum(['review', 'review_undone', 'gate_approved', 'gate_rejected', 'gate_timed_out', 'gate_undone']),
  verdict: z.string(),
  value: z.number().nullable(),
  reason: z.string().nullable(),
  by: z.object({ id: id.nullable(), name: z.string() }),
  decidedAt: isoTime,
  undone: z.boolean(),
  before: runState.nullable(),
  after: runState.nullable(),
})

/** What a person says of a run: approve is 1, reject is 0 and requires a reason, a rating is in [0, 1]. */
export const verdictFields = {
  verdict: z.enum(['approve', 'reject', 'rate']),
  rating: unit.optional(),
  reason: plainText(10_000).optional(),
}
type Verdict = z.infer<z.ZodObject<typeof verdictFields>>

export const seenDigest = digest
  .optional()
  .describe('Digest of the run that the person saw. Refused with `stale_evidence` if the run has changed since.')

/** Rejects a rating without a number, a number without a rating, and a rejection without a reason. */
export function fitsVerdict(context: z.core.ParsePayload<Verdict>): void {
  const { verdict, rating, reason } = context.value
  const add = fieldIssues(context)
  if (verdict === 'rate' && rating === undefined) add('rating', 'a rating needs a number from 0 to 1')
  if (verdict !== 'rate' && rating !== undefined) add('rating', 'only the verdict "rate" carries a rating')
  if (verdict === 'reject' && !reason) add('reason', 'a rejection needs a reason')
}

export const reviewRun = contract({
  name: 'reviews.create',
  summary:
    "Submit a person's verdict or rating on a run. It becomes the run's human signal; the answer contains the state before and after.",
  scope: 'decide',
  target: 'POST /api/v1/runs/{runId}/reviews',
  input: z
    .strictObject({
      runId: id,
      ...verdictFields,
      replaces: id
        .optional()
        .describe(
          'The review this one replaces; absent if the reviewer saw none. Guards against overwriting an unseen review.',
        ),
      evidenceDigest: seenDigest,
    })
    .check(fitsVerdict),
  output: z.object({ decision: decisionView, before: runState, after: runState }),
  examples: [{ body: { verdict: 'rate', rating: 0.7, reason: 'Right, but it skips the second step.' } }],
})

export const undoReview = contract({
  name: 'reviews.undo',
  summary: 'Undo your own review. The automated result applies again; both events stay on record.',
  scope: 'decide',
  target: 'POST /api/v1/runs/{runId}/reviews/{decisionId}/undo',
  input: z.strictObject({ runId: id, decisionId: id, reason: plainText(10_000).optional() }),
  output: z.object({ decision: decisionView, before: runState, after: runState }),
  examples: [{ body: { reason: 'Meant for another run.' } }],
})

export type RunState = z.infer<typeof runState>
export type DecisionView = z.infer<typeof decisionView>
