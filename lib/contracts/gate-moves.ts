import { z } from 'zod'
import { contract } from './contract'
import { gateDetail, gateRow, gateState } from './gates'
import { id, isoTime, plainText, queryInt } from './primitives'

/** Longest wait in seconds: clients and proxies give up on a request after about a minute. */
export const MAX_WAIT_S = 50

/** Agents and keys can only request a review: the gate is decided by a signed-in person. */
export const requestReview = contract({
  name: 'gates.requestReview',
  summary:
    'Ask a person to review a run. Opens a gate on it, or returns the one that is already open. Only a person can decide it, in the browser.',
  scope: 'write',
  hints: { idempotent: true },
  target: 'POST /api/v1/runs/{runId}/review-requests',
  input: z.strictObject({
    runId: plainText(200).min(1).describe("The run: the desk's id or the client's own"),
    question: plainText(5000)
      .min(1)
      .default('Please review this run.')
      .describe('The question for the reviewer, in plain text'),
    title: plainText(300).min(1).optional().describe('Title of the gate; default "Review <run>"'),
    deadlineHours: z
      .number()
      .positive()
      .max(24 * 90)
      .optional()
      .describe('Hours until the gate times out; default: that of the chain. A timeout never approves'),
  }),
  output: z.object({
    gate: gateRow,
    opened: z.boolean().describe('False if a gate on this run was already open'),
    url: z.url().describe('Where a person decides, in the browser'),
  }),
})

export const waitForGate = contract({
  name: 'gates.wait',
  summary:
    'Wait until a gate is decided or its deadline passes. Returns immediately if it is closed, otherwise after timeoutSeconds with state "pending" and when to ask again.',
  scope: 'read',
  target: 'GET /api/v1/gates/{gateId}/wait',
  input: z.strictObject({
    gateId: id,
    timeoutSeconds: queryInt(0, MAX_WAIT_S)
      .default(25)
      .describe(`Maximum time to wait for a decision, in seconds, 0 to ${MAX_WAIT_S}`),
  }),
  output: z.object({
    state: gateState,
    decided: z.boolean().describe('False while the decision is pending'),
    askAgainInSeconds: z.number().nullable().describe('Null if the gate is closed'),
    url: z.url().describe('Where a person decides, in the browser'),
    gate: gateRow,
  }),
})

export type GateWait = z.infer<typeof waitForGate.output>

const reason = plainText(10_000).min(1)

export const extendGate = contract({
  name: 'gates.extend',
  summary:
    'Extend the deadline of a pending gate, by at most 7 days at a time and 90 days in all. Only for people who may decide the gate.',
  scope: 'decide',
  target: 'POST /api/v1/gates/{gateId}/extension',
  input: z.strictObject({
    gateId: id,
    deadlineAt: isoTime.describe('The new deadline, later than the current one'),
    reason,
  }),
  output: gateDetail,
})

export const assignGate = contract({
  name: 'gates.assign',
  summary: 'Assign a pending gate to a person who may decide it, or to nobody. Others may still decide it.',
  scope: 'decide',
  target: 'POST /api/v1/gates/{gateId}/assignment',
  input: z.strictObject({ gateId: id, userId: id.nullable().describe('The new owner; null for none') }),
  output: gateDetail,
})

export const escalateGate = contract({
  name: 'gates.escalate',
  summary: 'Escalate a pending gate to another owner, or to the admins of the project, with a reason. Decides nothing.',
  scope: 'decide',
  target: 'POST /api/v1/gates/{gateId}/escalation',
  input: z.strictObject({ gateId: id, to: z.union([z.literal('admins'), id]), reason }),
  output: gateDetail,
})
