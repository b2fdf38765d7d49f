import { z } from 'zod'
import { contract } from './contract'
import { failureClass, id, isoTime, listOf, plainText, queryFlag, queryInt, range } from './primitives'
import { failureSorts, failureStatuses } from './vocabulary'

export const failureStatus = z.enum(failureStatuses)

/** Failures of one class at one node whose messages differ only in numbers, ids and the like. */
export const failureGroup = z.object({
  fingerprint: z.string().describe('Names the group; runs.list takes it as a filter'),
  status: failureStatus,
  owner: z.object({ id, name: z.string() }).nullable().describe('Who looks after it'),
  archivedUntil: isoTime.nullable().describe('When an archived group comes back; null = not by time'),
  untilEscalating: z.boolean().describe('An archived group comes back as soon as it escalates'),
  resolvedIn: z
    .object({ chain: z.string(), version: z.string() })
    .nullable()
    .describe('The version in which it was said to be mended; null = anywhere, or not resolved'),
  merged: z.number().int().describe('Groups that were merged into it'),
  failureClass,
  node: z.string(),
  template: z.string().describe('The message, with what varies left out'),
  code: z
    .string()
    .nullable()
    .describe('Code, type or HTTP status of the newest of its errors: groups of one message may differ in it alone'),
  roots: z.number().describe('Failures of this group that began by themselves, within the filters'),
  cascades: z.number().describe('Failures of this group that another one caused, within the filters'),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  lastMessage: z.string().describe('The newest message as it came, cut after 1,000 characters'),
  lastRunId: z.uuid().describe('The newest run with this failure, of all chains and times'),
})

/** Failures of a stretch of time: those that began by themselves, and those that another one caused. */
export const failureCounts = z.object({ roots: z.number(), cascades: z.number() })

const bucket = z.object({ start: isoTime, end: isoTime })
export const failureTrend = z.object({
  unit: z.enum(['hour', 'day', 'week', 'month']),
  buckets: z.array(bucket),
})

export const searchFailures = contract({
  name: 'failures.search',
  tag: 'failures',
  summary:
    'Search the groups of failures by words, class, chain, node and time, the last seen first. Pass `cursor` from the last answer to go on.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/failures',
  table: { name: 'failures', rows: 'groups', limit: 200 },
  input: z.strictObject({
    text: plainText(200).optional().describe('Words that stand in the node or the newest message, in any order'),
    failureClass: listOf(failureClass).describe('Classes of failure'),
    chain: listOf(plainText(500)).describe('Names of chains'),
    node: plainText(500).optional().describe('The exact name of the node that failed'),
    status: listOf(failureStatus).describe('Where the group stands'),
    owner: z
      .union([z.enum(['me', 'none']), id])
      .optional()
      .describe('Who looks after it: `me`, `none`, or the id of a member'),
    sort: z
      .enum(failureSorts)
      .default('last_seen')
      .describe('most: the most failures within the filters; all are the largest or latest first'),
    trend: queryFlag.default(false).describe('With the failures of each group over the range'),
    range: range.optional().describe('Failures of the last hours or days; all when left out'),
    from: isoTime.optional().describe('Failures from this hour on'),
    to: isoTime.optional().describe('Failures before this hour'),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    groups: z.array(
      failureGroup.extend({
        marks: z.array(failureCounts).optional().describe('Counts per bucket of the trend, where it was asked for'),
      }),
    ),
    trend: failureTrend.nullable().describe('The stretches of time that `marks` count'),
    counts: z
      .record(failureStatus, z.number())
      .nullable()
      .describe('Groups within the other filters, by status; null on later pages'),
    next: z.string().nullable(),
  }),
})

export type FailureStatus = z.infer<typeof failureStatus>
export type FailureTrend = z.infer<typeof failureTrend>
export type FailureCounts = z.infer<typeof failureCounts>
export type FailureGroup = z.infer<typeof failureGroup>
export type FailureFilters = Omit<z.output<typeof searchFailures.input>, 'limit' | 'cursor' | 'sort' | 'trend'>
