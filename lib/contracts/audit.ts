import { z } from 'zod'
import { contract } from './contract'
import { NAMED_MOST } from './limits'
import { id, isoTime, json, listOf, plainText, queryInt } from './primitives'

// Plain strings, not enums: an event that was tampered with must be shown and reported, not rejected by the schema.
const text = z.string().nullable()
const hash = z.string().describe('SHA-256, 64 hexadecimal digits')

/** One audit event with its place in the hash chain: one line of the export. */
export const auditEvent = z.object({
  seq: z.number().int().describe('Sequence number in the project, from 1, without gaps'),
  projectId: id,
  id,
  at: z.string().describe('Time of the event, ISO 8601 in UTC'),
  actorKind: text.describe('user, key, system or anonymous; null in events older than this field'),
  actorId: text.describe('Id of the person or key; null for the desk itself'),
  actor: z.string().describe('Name of the actor at the time'),
  via: text.describe('browser, api, cli, mcp or job. For keys, cli and mcp over REST are as reported by the client'),
  address: text.describe('IP address the request came from'),
  action: z.string().describe('Action, such as gate.approved'),
  subject: z.string().describe('What the action applied to, as noun:id'),
  before: json,
  after: json,
  evidenceDigest: text.describe('Digest of the evidence the decision was based on'),
  prevHash: hash.describe('Hash of the previous event; zeros for the first'),
  hash: hash.describe('SHA-256 of the canonical JSON of all other fields of this event'),
  erasedBy: id
    .optional()
    .describe(
      'The later event that records the removal of `before` and `after` from this one; the hash still covers the removed values',
    ),
})

/** Last line of the export: where the log ends. A file without it was truncated. */
export const auditEnd = z.object({
  end: z.literal(true),
  projectId: id,
  events: z.number().int().min(0).describe('Number of events before this line'),
  head: hash.describe('Hash of the last event; zeros if there is none'),
})

export const auditFault = z.object({
  seq: z.number().int().describe('The first event that was altered'),
  kind: z.enum(['altered', 'missing', 'reordered', 'wrong_link', 'rewritten', 'cut_off']),
  message: z.string(),
})

export const auditCheck = z.object({
  ok: z.boolean(),
  events: z.number().int().describe('Number of intact events, counted from the first'),
  head: z
    .object({ seq: z.number().int(), hash })
    .nullable()
    .describe(
      'The last intact event. Keep a copy of its hash outside the desk to detect any later rewriting of the log',
    ),
  noted: z.number().int().nullable().describe('The event whose hash equals `noted` of the request'),
  fault: auditFault.nullable(),
})

export const listAuditEvents = contract({
  name: 'audit.list',
  summary: 'List decisions and configuration changes, newest first: who, when, from where, before and after.',
  scope: 'read',
  target: 'GET /api/v1/audit',
  input: z.strictObject({
    actor: listOf(plainText(200)).describe('Names of actors'),
    action: listOf(plainText(100)),
    subject: plainText(300).optional().describe('What the action applied to: noun:id, or the noun alone'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    before: queryInt(1, 2_147_483_647)
      .optional()
      .describe('Only events with a lower number: `next` of the previous page'),
    limit: queryInt(1, 200).default(50),
  }),
  output: z.object({
    events: z.array(
      auditEvent.extend({
        name: text.describe('Current name of the subject'),
        path: text.describe('Path of its page, below the project'),
        isCovered: z
          .boolean()
          .default(false)
          .describe(
            'By another person on a run that the caller is to review blind, or an answer on a pair whose sides are hidden from them: what was done is left out until then',
          ),
      }),
    ),
    next: z.number().int().nullable(),
    actors: z.array(z.string()).describe(`Actors in this project, by name, at most ${NAMED_MOST}`),
    actions: z.array(z.string()).describe('Every action recorded in this project'),
  }),
})

/** Streams one event per line, oldest first. */
export const exportAudit = contract({
  name: 'audit.export',
  summary:
    'Export the whole audit log as JSON lines with hashes, oldest first; refused while a caller who is no admin is to review blind a run that others have decided on. The last line has the count and the last hash, so that the file can be verified offline.',
  scope: 'read',
  streams: true,
  target: 'GET /api/v1/audit/export',
  output: z.union([auditEvent, auditEnd]),
})

export const verifyAudit = contract({
  name: 'audit.verify',
  summary: 'Recompute the hash chain of the audit log from its first event. Names the first event that was altered.',
  scope: 'read',
  target: 'GET /api/v1/audit/verification',
  input: z.strictObject({
    noted: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a hash: 64 hexadecimal digits')
      .optional()
      .describe('A head hash noted earlier: the log must still contain it'),
  }),
  output: auditCheck,
})

export type AuditEnd = z.infer<typeof auditEnd>
export type AuditEvent = z.infer<typeof auditEvent>
export type AuditEventRow = z.infer<typeof listAuditEvents.output>['events'][number]
export type AuditCheck = z.infer<typeof auditCheck>
