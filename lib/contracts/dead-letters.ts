import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { contract } from './contract'
import { id, identifier, isoTime, json, listOf, plainText, queryInt } from './primitives'
import { deadLetterActions, deadLetterCategories, deadLetterStatuses, MAX_BULK } from './vocabulary'

export const deadLetterCategory = z
  .enum(deadLetterCategories)
  .describe(
    'TRANSIENT, RATE_LIMITED, RESOURCE and DEPENDENCY are retried by themselves; the others only when a person asks',
  )
export const deadLetterStatus = z.enum(deadLetterStatuses)
export const deadLetterAction = z.enum(deadLetterActions)

const operationName = identifier(200).describe('What failed, like tool:bash, mcp:playwright:click or run:submit')
const errorText = plainText(20_000).min(1)

export const deadLetter = z.object({
  id,
  sessionId: z.string().nullable(),
  /** The client's id of the run it belongs to. */
  runKey: z.string().nullable(),
  operation: z.string(),
  args: json.describe('Arguments with their secrets redacted; in a list left out where they are long'),
  error: z.string().describe('The latest failure'),
  category: deadLetterCategory,
  status: deadLetterStatus,
  retryCount: z.number().int().describe('Retries so far, also those asked for by a person and those lost'),
  createdAt: isoTime,
  attempts: z.number().int().describe('The same number, as it counts against maxAttempts'),
  maxAttempts: z.number().int().describe('After so many attempts only a person asks for another'),
  nextRetry: isoTime.nullable().describe('When the next retry is due; null when none comes by itself'),
  waitsFor: z
    .enum(['backoff', 'desk', 'worker', 'person'])
    .nullable()
    .describe('What a pending item waits for: its hour, the desk, a worker that claims it, or a person'),
  leaseUntil: isoTime.nullable().describe('While it is retried: until when'),
  leasedBy: z.string().nullable().describe('While it is retried: by whom'),
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
  tag: 'deadLetters',
  summary: 'Keep a failed operation for a later retry. Its arguments are stored without their secrets.',
  scope: 'write',
  effects: ['write'],
  queues: true,
  body: RUN_BODY,
  method: 'POST',
  path: '/api/v1/dead-letters',
  input: z.strictObject({
    id: id.optional().describe('An id of your own: sent again, the item is not added twice'),
    operation: operationName,
    args: json.optional().describe('Arguments of the operation: any JSON. Secrets are redacted before they are stored'),
    error: errorText.describe('Why it failed'),
    category: deadLetterCategory,
    sessionId: identifier(200).optional(),
    runId: identifier(200).optional().describe("The client's id of the run it belongs to"),
    maxAttempts: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Retries that happen by themselves; as the chain or the project sets it, else 3'),
  }),
  output: z.object({ item: deadLetter, duplicate: z.boolean() }),
})

export const listDeadLetters = contract({
  name: 'deadLetters.list',
  tag: 'deadLetters',
  summary: 'Dead letters, newest first, by keyset: pass `cursor` from the last answer to go on.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/dead-letters',
  table: { name: 'dead-letters', rows: 'items', limit: 100 },
  input: z.strictObject({
    status: listOf(deadLetterStatus),
    category: listOf(deadLetterCategory),
    operation: listOf(plainText(200)),
    runId: plainText(200).optional(),
    sessionId: plainText(200).optional(),
    /** Only those that no retry comes to by itself. */
    person: z.stringbool().optional(),
    /** Part of the operation, error, session, run or id. */
    text: plainText(200).optional(),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    items: z.array(deadLetter.extend({ args: json.optional() })),
    next: z.string().nullable(),
    /** Of all that fit the other filters, by status. */
    counts: z.record(deadLetterStatus, z.number()),
    operations: z.array(z.string()),
    now: isoTime,
  }),
})

export const getDeadLetter = contract({
  name: 'deadLetters.get',
  tag: 'deadLetters',
  summary: 'One dead letter with its arguments, secrets redacted, and everything that happened to it.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/dead-letters/{deadLetterId}',
  input: z.strictObject({ deadLetterId: id }),
  output: z.object({ item: deadLetter, events: z.array(deadLetterEvent), now: isoTime }),
})

export const actOnDeadLetter = contract({
  name: 'deadLetters.act',
  tag: 'deadLetters',
  summary: 'Retry a dead letter now, call it resolved, or abandon it with a reason. Only a person does.',
  scope: 'decide',
  effects: ['write', 'outside'],
  method: 'POST',
  path: '/api/v1/dead-letters/{deadLetterId}/{action}',
  input: z
    .strictObject({ deadLetterId: id, action: deadLetterAction, reason: plainText(2000).optional() })
    .check(needsReason),
  output: z.object({ item: deadLetter }),
})

export const actOnDeadLetters = contract({
  name: 'deadLetters.actOnMany',
  tag: 'deadLetters',
  summary:
    'Retry, resolve or abandon up to 500 dead letters, each on its own: the answer says what became of every one.',
  scope: 'decide',
  effects: ['write', 'outside'],
  method: 'POST',
  path: '/api/v1/dead-letters/actions',
  input: z
    .strictObject({
      action: deadLetterAction,
      ids: z.array(id).min(1).max(MAX_BULK),
      reason: plainText(2000).optional(),
    })
    .check(needsReason),
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
  tag: 'deadLetters',
  summary:
    'Lease due dead letters whose operation begins with a prefix, to retry them. Report the outcome within five minutes.',
  scope: 'write',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/dead-letters/claim',
  input: z.strictObject({
    operation: operationName.describe('Beginning of the operations to claim, like tool: or mcp:playwright:'),
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
  tag: 'deadLetters',
  summary:
    'Say how the retry of a claimed dead letter went: a success resolves it, a failure lets it wait for the next retry.',
  scope: 'write',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/dead-letters/{deadLetterId}/outcome',
  input: z
    .strictObject({
      deadLetterId: id,
      attempt: z.number().int().min(1).describe('As the claim gave it'),
      outcome: z.enum(['success', 'failure']),
      error: errorText.optional().describe('Why it failed again'),
      category: deadLetterCategory.optional().describe('When it failed for another reason than before'),
      note: plainText(2000).optional(),
    })
    .check((context) => {
      const { outcome, error } = context.value
      if (outcome === 'failure' && !error)
        context.issues.push({ code: 'custom', input: context.value, path: ['error'], message: 'a failure says why' })
    }),
  output: z.object({ item: deadLetter }),
})

type Acting = { action: (typeof deadLetterActions)[number]; reason?: string | undefined }

function needsReason(context: z.core.ParsePayload<Acting>): void {
  const { action, reason } = context.value
  if (action === 'abandon' && !reason)
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['reason'],
      message: 'to abandon needs a reason',
    })
}

export type DeadLetter = z.infer<typeof deadLetter>
export type DeadLetterEvent = z.infer<typeof deadLetterEvent>
export type DeadLetterAction = z.infer<typeof deadLetterAction>
export type DeadLetterCategory = z.infer<typeof deadLetterCategory>
export type DeadLetterStatus = z.infer<typeof deadLetterStatus>
export type DeadLetterRow = z.infer<typeof listDeadLetters.output>['items'][number]
