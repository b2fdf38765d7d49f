import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { contract } from './contract'
import { MAX_BULK, NAMED_MOST } from './limits'
import { id, identifier, isoTime, json, listOf, page, plainText, queryFlag } from './primitives'
import { deadLetterActions, deadLetterCategories, deadLetterStatuses } from './vocabulary'

export const deadLetterCategory = z
  .enum(deadLetterCategories)
  .describe(
    'TRANSIENT, RATE_LIMITED, RESOURCE and DEPENDENCY are retried automatically; the others only on request of a person',
  )
export const deadLetterStatus = z.enum(deadLetterStatuses)
const deadLetterAction = z.enum(deadLetterActions)

const operationName = identifier(200).describe(
  'The failed operation, such as tool:bash, mcp:playwright:click or run:submit',
)
const errorText = plainText(20_000).min(1)

export const deadLetter = z.object({
  id,
  sessionId: z.string().nullable(),
  /** The client's id of the run it belongs to. */
  runKey: z.string().nullable(),
  operation: z.string(),
  args: json.describe('Arguments with secrets redacted; omitted in a list if they are long'),
  error: z.string().describe('The latest failure'),
  category: deadLetterCategory,
  status: deadLetterStatus,
  retryCount: z.number().int().describe('Retries so far, including those requested by a person and those lost'),
  createdAt: isoTime,
  attempts: z.number().int().describe('The same number, as counted against maxAttempts'),
  maxAttempts: z.number().int().describe('Number of attempts after which only a person can request another'),
  nextRetry: isoTime.nullable().describe('When the next retry is due; null if none is scheduled'),
  waitsFor: z
    .enum(['backoff', 'desk', 'worker', 'person'])
    .nullable()
    .describe('What a pending item waits for: its retry time, the desk, a worker that claims it, or a person'),
  leaseUntil: isoTime.nullable().describe('While it is retried: when the lease ends'),
  leasedBy: z.string().nullable().describe('While it is retried: the lease holder'),
  updatedAt: isoTime,
})

export const deadLetterEvent = z.object({
  id,
  kind: z.enum(['added', 'asked', 'retried', 'failed', 'resolved', 'abandoned', 'lease_lost']),
  by: z.string(),
  error: z.string().nullable(),
  note: z.string().nullable(),
  at: isoTime,
})

export const addDeadLetter = contract({
  name: 'deadLetters.add',
  summary: 'Store a failed operation for a later retry. Secrets in its arguments are redacted.',
  scope: 'write',
  queues: true,
  body: RUN_BODY,
  exact: ['args'],
  target: 'POST /api/v1/dead-letters',
  input: z.strictObject({
    id: id.optional().describe('Your own id; sending it again does not add a second item'),
    operation: operationName,
    args: json.optional().describe('Arguments of the operation: any JSON. Secrets are redacted before they are stored'),
    error: errorText.describe('Why it failed'),
    category: deadLetterCategory
      .optional()
      .describe(
        'Default: by the failure class of the error; one that is not recognized is INTERNAL and waits for a person',
      ),
    sessionId: identifier(200).optional(),
    runId: identifier(200).optional().describe("The client's id of the run it belongs to"),
    maxAttempts: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Number of automatic retries; default: that of the chain or the project, else 3'),
  }),
  output: z.object({ item: deadLetter, duplicate: z.boolean() }),
})

export const listDeadLetters = contract({
  name: 'deadLetters.list',
  summary: 'List dead letters, newest first. Pass `cursor` from the last answer to continue.',
  scope: 'read',
  target: 'GET /api/v1/dead-letters',
  table: { name: 'dead-letters', rows: 'items', limit: 100 },
  input: z.strictObject({
    status: listOf(deadLetterStatus),
    category: listOf(deadLetterCategory),
    operation: listOf(plainText(200)),
    runId: plainText(200).optional(),
    sessionId: plainText(200).optional(),
    /** Only those that no automatic retry is scheduled for. */
    person: queryFlag.optional(),
    /** Part of the operation, error, session, run or id. */
    text: plainText(200).optional(),
    ...page,
  }),
  output: z.object({
    items: z.array(deadLetter.extend({ args: json.optional() })),
    next: z.string().nullable(),
    /** Of all that match the other filters, by status. */
    counts: z.record(deadLetterStatus, z.number()),
    operations: z.array(z.string()).describe(`Operations in this project, by name, at most ${NAMED_MOST}`),
    now: isoTime,
  }),
})

export const getDeadLetter = contract({
  name: 'deadLetters.get',
  summary: 'Get one dead letter with its arguments, secrets redacted, and its history.',
  scope: 'read',
  target: 'GET /api/v1/dead-letters/{deadLetterId}',
  input: z.strictObject({ deadLetterId: id }),
  output: z.object({ item: deadLetter, events: z.array(deadLetterEvent), now: isoTime }),
})

const abandonsWithReason = z.refine<{ action: string; reason?: string | undefined }>(
  ({ action, reason }) => action !== 'abandon' || Boolean(reason),
  { path: ['reason'], error: 'a reason is required to abandon' },
)

export const actOnDeadLetter = contract({
  name: 'deadLetters.act',
  summary: 'Retry a dead letter now, mark it resolved, or abandon it with a reason. People only, not API keys.',
  scope: 'decide',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/dead-letters/{deadLetterId}/{action}',
  input: z
    .strictObject({ deadLetterId: id, action: deadLetterAction, reason: plainText(2000).optional() })
    .check(abandonsWithReason),
  output: z.object({ item: deadLetter }),
})

export const actOnDeadLetters = contract({
  name: 'deadLetters.actOnMany',
  summary:
    'Retry, resolve or abandon up to 500 dead letters, each independently: the answer has the outcome of every one.',
  scope: 'decide',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/dead-letters/actions',
  input: z
    .strictObject({
      action: deadLetterAction,
      ids: z.array(id).min(1).max(MAX_BULK),
      reason: plainText(2000).optional(),
    })
    .check(abandonsWithReason),
  output: z.object({
    done: z.number().int(),
    refused: z.number().int(),
    results: z.array(
      z.object({ id, ok: z.boolean(), status: deadLetterStatus.nullable(), error: z.string().nullable() }),
    ),
  }),
})

export const claimDeadLetters = contract({
  name: 'deadLetters.claim',
  summary: 'Lease due dead letters by operation prefix, to retry them. Report the outcome within five minutes.',
  scope: 'write',
  target: 'POST /api/v1/dead-letters/claim',
  input: z.strictObject({
    operation: operationName.describe('Prefix of the operations to claim, like tool: or mcp:playwright:'),
    limit: z.number().int().min(1).max(100).default(10),
    worker: identifier(100).optional().describe('Name of the worker, shown to people'),
  }),
  output: z.object({
    claimed: z.array(
      deadLetter.extend({ attempt: z.number().int().describe('Number of this attempt: send it with the outcome') }),
    ),
    leaseUntil: isoTime,
  }),
})

export const reportDeadLetter = contract({
  name: 'deadLetters.report',
  summary: 'Report the outcome of a claimed retry: success resolves the dead letter, failure schedules the next retry.',
  scope: 'write',
  target: 'POST /api/v1/dead-letters/{deadLetterId}/outcome',
  input: z
    .strictObject({
      deadLetterId: id,
      attempt: z.number().int().min(1).describe('As returned by the claim'),
      outcome: z.enum(['success', 'failure']),
      error: errorText.optional().describe('Why it failed again'),
      category: deadLetterCategory.optional().describe('Set if the failure category changed'),
      note: plainText(2000).optional(),
    })
    .refine(({ outcome, error }) => outcome === 'success' || Boolean(error), {
      path: ['error'],
      error: 'is required if the outcome is failure',
    }),
  output: z.object({ item: deadLetter }),
})

export type DeadLetter = z.infer<typeof deadLetter>
export type DeadLetterEvent = z.infer<typeof deadLetterEvent>
export type DeadLetterAction = z.infer<typeof deadLetterAction>
export type DeadLetterCategory = z.infer<typeof deadLetterCategory>
export type DeadLetterStatus = z.infer<typeof deadLetterStatus>
export type DeadLetterRow = z.infer<typeof listDeadLetters.output>['items'][number]
