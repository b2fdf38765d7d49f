import { z } from 'zod'
import { contract } from './contract'
import { gateDetail, gateRow, gateState } from './gates'
import { id, isoTime, plainText, queryInt } from './primitives'

/** Longest wait in seconds: clients and proxies give a request up after about a minute. */
export const MAX_WAIT_S = 50

/** Asking is all that an agent or a key can do: the gate is decided by a signed-in person. */
export const requestReview = contract({
  name: 'gates.requestReview',
  tag: 'gates',
  summary:
    'Ask a person to review a run. Opens a gate on it, or answers with the one that is open already. Only a person decides it, in the browser.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/runs/{runId}/review-requests',
  input: z.strictObject({
    runId: plainText(200).min(1).describe("The run: the desk's id or the client's own"),
    question: plainText(5000)
      .min(1)
      .default('Please review this run.')
      .describe('What the person is asked, in plain words'),
    title: plainText(300).min(1).optional().describe('Title of the gate; "Review <run>" when left out'),
    deadlineHours: z
      .number()
      .positive()
      .max(24 * 90)
      .optional()
      .describe("Hours until the gate times out; the chain's own when left out. A time-out never approves"),
  }),
  output: z.object({
    gate: gateRow,
    opened: z.boolean().describe('False when a gate on this run was open already'),
    url: z.url().describe('Where a person decides, in the browser'),
  }),
})

export const waitForGate = contract({
  name: 'gates.wait',
  tag: 'gates',
  summary:
    'Wait until a person has decided a gate, or its deadline passed. Answers at once when it is closed, else after timeoutSeconds with state "pending" and when to ask again.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/gates/{gateId}/wait',
  input: z.strictObject({
    gateId: id,
    timeoutSeconds: queryInt(0, MAX_WAIT_S)
      .default(25)
      .describe(`How long to wait for a decision, in seconds, 0 to ${MAX_WAIT_S}`),
  }),
  output: z.object({
    state: gateState,
    decided: z.boolean().describe('False while a person has still to decide'),
    askAgainInSeconds: z.number().nullable().describe('Null once the gate is closed'),
    url: z.url().describe('Where a person decides, in the browser'),
    gate: gateRow,
  }),
})

export type GateWait = z.infer<typeof waitForGate.output>

const reason = plainText(10_000).min(1)

export const extendGate = contract({
  name: 'gates.extend',
  tag: 'gates',
  summary:
    'Move the deadline of a pending gate, by at most 7 days at a time and 90 days in all. Only who may decide the gate.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/extension',
  input: z.strictObject({
    gateId: id,
    deadlineAt: isoTime.describe('The new deadline, later than the present one'),
    reason,
  }),
  output: gateDetail,
})

export const assignGate = contract({
  name: 'gates.assign',
  tag: 'gates',
  summary: 'Give a pending gate to somebody who may decide it, or to nobody. Others may still decide it.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/assignment',
  input: z.strictObject({ gateId: id, userId: id.nullable().describe('The new owner; null for nobody') }),
  output: gateDetail,
})

export const escalateGate = contract({
  name: 'gates.escalate',
  tag: 'gates',
  summary: 'Move a pending gate to another owner, or to the admins of the project, with a reason. Nothing is decided.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/gates/{gateId}/escalation',
  input: z.strictObject({ gateId: id, to: z.union([z.literal('admins'), id]), reason }),
  output: gateDetail,
})
