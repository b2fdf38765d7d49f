import { z } from 'zod'
import { contract } from './contract'
import { bulkMost, PEOPLE_PAIRS_MOST } from './limits'
import { id, interval, name } from './primitives'
import { rubricSubjects } from './vocabulary'

/** Only this many runs of a disagreement are named: as many as a list opens. */
export const NAMED_RUNS = bulkMost.named

const count = z.number().int().min(0)
const person = z.object({ userId: id, name: z.string() })
const share = z
  .object({ n: count, of: count, share: z.number().nullable(), interval: interval.nullable() })
  .describe('95 % Wilson interval.')
const apart = z
  .object({ runs: count, runIds: z.array(id).max(NAMED_RUNS) })
  .describe(`Runs on which they disagree; the newest ${NAMED_RUNS} are named.`)
const alpha = z.object({
  runs: count.describe('Judged by two or more people.'),
  alpha: z.number().nullable().describe("Krippendorff's alpha; null: nothing to compare, or all verdicts equal."),
  interval: interval.nullable().describe('95 %, bootstrap over runs.'),
})

export const getAgreement = contract({
  name: 'review.agreement',
  tag: 'reviews',
  summary:
    'Get the agreement of reviewers who judged the same runs without sight of each other: overall, by reviewer, by pair, and by rubric item.',
  scope: 'read',
  target: 'GET /api/v1/review/agreement',
  input: z.strictObject({ chain: name.optional() }),
  output: z.object({
    needed: count.describe('Runs judged twice below which alpha is unreliable.'),
    seen: count
      .default(0)
      .describe('Runs with several verdicts that are left out: the others could see the first one.'),
    seenSame: share
      .default({ n: 0, of: 0, share: null, interval: null })
      .describe('Of those left out, the runs on which all gave the same verdict. 95 % Wilson interval.'),
    verdicts: alpha.extend({ same: share, apart }),
    reviewers: z.array(
      person.extend({
        verdicts: count,
        approved: share,
        same: share.describe('Agreement with others on runs both judged.'),
        apart,
      }),
    ),
    pairs: z
      .array(
        z.object({
          a: person,
          b: person,
          same: share,
          apart,
          kappa: z.number().nullable().describe("Cohen's kappa; null: both always gave the same verdict."),
          kappaInterval: interval.nullable().describe('95 %, bootstrap over runs.'),
        }),
      )
      .max(PEOPLE_PAIRS_MOST)
      .describe('Those who judged most runs together first'),
    pairCount: count.describe('How many pairs of people judged a run together'),
    items: z
      .array(
        z.object({
          chain: z.string(),
          item: z.string(),
          label: z.string(),
          isCurrent: z.boolean().describe('False for a question that was changed or removed since'),
          of: z.enum(rubricSubjects).describe('What is compared: answers about runs, or about steps.'),
          same: share.describe('Of the runs, or of the steps. 95 % Wilson interval.'),
          apart,
          ...alpha.shape,
        }),
      )
      .describe('One row for each question; answers to a scale or to options that were changed since are not mixed'),
  }),
})

export type Agreement = z.infer<typeof getAgreement.output>
