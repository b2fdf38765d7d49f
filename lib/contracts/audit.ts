import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, json, listOf, plainText, queryInt } from './primitives'

// Texts and not enumerations: an event that was tampered with has to be shown and named, not refused.
const text = z.string().nullable()
const hash = z.string().describe('SHA-256, 64 hexadecimal digits')

/** One event with its place in the chain: one line of the export. */
export const auditEvent = z.object({
  seq: z.number().int().describe('Its number in the project, from 1 on, without gaps'),
  projectId: id,
  id,
  at: z.string().describe('When, ISO 8601 in UTC'),
  actorKind: text.describe('user, key, system or anonymous; null in events from before it was kept'),
  actorId: text.describe('Id of the person or key; null for the desk itself'),
  actor: z.string().describe('The name of who did it, as it was then'),
  via: text.describe(
    'browser, api, cli, mcp or job. That a key is used by cli, or by mcp over REST, is what its client says',
  ),
  address: text.describe('The address that the request came from'),
  action: z.string().describe('What was done, like gate.approved'),
  subject: z.string().describe('What it was done to, as noun:id'),
  before: json,
  after: json,
  evidenceDigest: text.describe('Digest of the evidence that a decision was taken on'),
  prevHash: hash.describe('Hash of the event before it; zeros for the first'),
  hash: hash.describe('SHA-256 of the canonical JSON of all the rest of this event'),
  erasedBy: id
    .optional()
    .describe(
      'The later event that says that `before` and `after` were taken out of this one; its hash is of what it said before',
    ),
})

/** The last line of the export: where the log ends. A file without it was cut off. */
export const auditEnd = z.object({
  end: z.literal(true),
  projectId: id,
  events: z.number().int().min(0).describe('How many events stand before this line'),
  head: hash.describe('Hash of the last of them; zeros where there is none'),
})

export const auditFault = z.object({
  seq: z.number().int().describe('The first event that is not as it was written'),
  kind: z.enum(['altered', 'missing', 'reordered', 'wrong_link', 'rewritten', 'cut_off']),
  message: z.string(),
})

export const auditCheck = z.object({
  ok: z.boolean(),
  events: z.number().int().describe('Events found whole, from the first on'),
  head: z
    .object({ seq: z.number().int(), hash })
    .nullable()
    .describe('The last event found whole: note its hash elsewhere, and no later rewriting of the log goes unseen'),
  noted: z.number().int().nullable().describe('The event that has the hash that was noted'),
  fault: auditFault.nullable(),
})

export const listAuditEvents = contract({
  name: 'audit.list',
  tag: 'audit',
  summary: 'Every decision and every change of configuration, newest first: who, when, from where, before and after.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/audit',
  input: z.strictObject({
    actor: listOf(plainText(200)).describe('Names of who did it'),
    action: listOf(plainText(100)),
    subject: plainText(300).optional().describe('What it was done to: noun:id, or the noun alone'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    before: queryInt(1, 2_147_483_647)
      .optional()
      .describe('Only events with a lower number: `next` of the page before'),
    limit: queryInt(1, 200).default(50),
  }),
  output: z.object({
    events: z.array(
      auditEvent.extend({
        name: text.describe('What the subject is called now'),
        path: text.describe('Where it is shown, below the project'),
      }),
    ),
    next: z.number().int().nullable(),
    actors: z.array(z.string()).describe('Everybody who did something in this project'),
    actions: z.array(z.string()).describe('Everything that was ever done in it'),
  }),
})

/** Answered as a stream of lines, the first event first. */
export const exportAudit = contract({
  name: 'audit.export',
  tag: 'audit',
  summary:
    'The whole audit log as JSON lines with their hashes, oldest first, and a last line with their count and the last hash: anyone can verify it offline.',
  scope: 'read',
  effects: [],
  streams: true,
  method: 'GET',
  path: '/api/v1/audit/export',
  input: z.strictObject({}),
  output: z.union([auditEvent, auditEnd]),
})

export const verifyAudit = contract({
  name: 'audit.verify',
  tag: 'audit',
  summary: 'Recompute the chain of the audit log from its first event. Names the first event that was altered.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/audit/verification',
  input: z.strictObject({
    noted: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a hash: 64 hexadecimal digits')
      .optional()
      .describe('A head that was noted earlier: the log has to hold it still'),
  }),
  output: auditCheck,
})

export type AuditEnd = z.infer<typeof auditEnd>
export type AuditEvent = z.infer<typeof auditEvent>
export type AuditEventRow = z.infer<typeof listAuditEvents.output>['events'][number]
export type AuditCheck = z.infer<typeof auditCheck>
