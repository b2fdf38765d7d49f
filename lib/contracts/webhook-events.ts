import { z } from 'zod'
import { brief } from './briefs'
import { versionStates } from './chains'
import { deadLetter } from './dead-letters'
import { gateRow } from './gates'
import { failureClass, id, isoTime, unit } from './primitives'
import { runRow } from './runs'
import type { WebhookEventType } from './webhooks'

const LEFT_OUT = 'Left out only where isCut'

/** Data of an event: those that all have, and its own. Texts are cut at 1,000 characters, lists at 50 items. */
function dataOf<Own extends z.ZodRawShape>(own: Own) {
  return z.object({
    project: z.string().describe('Slug of the project'),
    url: z.string().describe('The page about it'),
    summary: z.string().describe('What happened, in one or two sentences'),
    isCut: z.literal(true).optional().describe('The data was too long: lists and objects are left out, see url'),
    ...own,
  })
}

const { clientId, chain, version, kind, status, decision, reason, flag } = runRow.shape
export const webhookRun = z.object({
  id,
  clientId,
  chain,
  version,
  kind,
  status,
  quality: unit.nullable().describe('null: not measured'),
  tooLittleMeasured: z.boolean().describe('quality rests on too little to judge the run by it'),
  confidence: unit.nullable().describe('null: not measured'),
  coverage: unit,
  decision,
  reason,
  flag,
  revision: z.number().int().describe('How often its facts were recomputed before'),
})
export const webhookRunData = dataOf({ run: webhookRun.optional().describe(LEFT_OUT) })

export const webhookGate = gateRow.omit({
  question: true,
  runs: true,
  undone: true,
  quorum: true,
  owner: true,
  hasOwnerLeft: true,
  escalatedTo: true,
})
export const webhookGateData = dataOf({ gate: webhookGate.optional().describe(LEFT_OUT) })

const outcome = {
  ...webhookGateData.shape,
  by: z.string().nullable().describe('Who decided; null if nobody did'),
  reason: z.string().nullable(),
  versionState: z
    .enum(versionStates)
    .optional()
    .describe('State of the version afterwards; absent for a gate on a run'),
  servedVersion: z.string().nullable().optional().describe('The version that serves; absent for a gate on a run'),
}
export const webhookOutcomeData = z.object(outcome)
export const webhookStopData = z.object({
  ...outcome,
  rollbackTarget: z
    .string()
    .nullable()
    .optional()
    .describe('The version to serve instead, null if there is none; absent for a gate on a run'),
})

const failureGroup = z
  .object({ id: z.string(), failureClass, node: z.string(), message: z.string() })
  .optional()
  .describe(LEFT_OUT)
const place = z.object({ chain: z.string(), version: z.string() })

const subject = brief.shape.subject.omit({ name: true })
const withdrawn = brief.pick({ chain: true, version: true }).extend({ subject })
const side = z.object({ runId: id, version: z.string(), score: z.number().nullable() })
const shape = brief.shape
const excerpts = withdrawn.extend({
  asked: z.string().nullable(),
  came: z.string().nullable(),
  error: z.string().nullable(),
  guiltyStep: shape.guiltyStep.unwrap().pick({ nodeId: true, agent: true, basis: true, reason: true }).nullable(),
  findings: z.array(shape.findings.element.omit({ type: true })),
  words: z.array(shape.words.element.pick({ by: true, verdict: true, text: true })),
  failures: z.array(shape.failures.element.omit({ code: true, times: true })),
  changes: z.array(z.string()),
  keep: z.array(z.string()),
  pairs: z.array(z.object({ scenario: z.string().nullable(), prior: side.nullable(), current: side })),
})

/** The `data` of each event, as endpoints of the standard form get it. */
export const webhookEventData = {
  'run.scored': webhookRunData,
  'run.needs_review': webhookRunData,
  'regression.detected': webhookGateData,
  'gate.opened': webhookGateData,
  'gate.warning': webhookGateData,
  'gate.approved': webhookOutcomeData,
  'gate.rejected': webhookStopData,
  'gate.timed_out': webhookStopData,
  'gate.reversed': webhookOutcomeData,
  'failure.regressed': dataOf({
    failureGroup,
    backIn: place.optional().describe(LEFT_OUT),
    resolvedIn: place.nullable().optional().describe(`The version it was resolved in, if one was named. ${LEFT_OUT}`),
  }),
  'failure.escalated': dataOf({
    failureGroup,
    count: z.number().int().describe('How often it occurred within a day'),
    bound: z.number().nullable().describe('What was to be expected at most; null if unknown'),
  }),
  'brief.ready': dataOf({ brief: excerpts.optional().describe(`The beginnings of its parts. ${LEFT_OUT}`) }),
  'brief.withdrawn': dataOf({
    brief: withdrawn.optional().describe(LEFT_OUT),
    by: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  'dlq.added': dataOf({
    deadLetter: deadLetter
      .pick({ id: true, operation: true, category: true, error: true })
      .extend({ runId: z.string().nullable().describe("The client's id of the run") })
      .optional()
      .describe(`Never with its arguments. ${LEFT_OUT}`),
  }),
  'weekly.published': dataOf({
    week: z.string().describe('Such as 2026-W47'),
    revision: z.number().int(),
    runs: z.number().int(),
    mean: z.number().nullable().describe('Mean quality of the week'),
    flaggedChains: z.number().int(),
  }),
  'webhook.test': dataOf({}),
} satisfies Record<WebhookEventType | 'webhook.test', z.ZodType>

/** The body of each event. */
export const webhookBodies = Object.fromEntries(
  Object.entries(webhookEventData).map(([type, data]) => [
    type,
    z.object({ type: z.literal(type), timestamp: isoTime.describe('When it happened'), data }),
  ]),
)
