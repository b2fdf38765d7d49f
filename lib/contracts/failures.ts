import { z } from 'zod'
import { contract } from './contract'
import { derivedTime, failureClass, id, isoTime, listOf, page, plainText, queryFlag, range } from './primitives'
import { failureSorts, failureStatuses } from './vocabulary'

const failureStatus = z.enum(failureStatuses)

/** Failures of one class whose messages differ only in numbers, ids and the like. */
export const failureGroup = z.object({
  fingerprint: z.string().describe('Identifies the group; a filter of runs.list'),
  status: failureStatus,
  owner: z.object({ id, name: z.string() }).nullable().describe('The member responsible for it'),
  archivedUntil: isoTime.nullable().describe('When an archived group reopens; null: not at a fixed time'),
  untilEscalating: z.boolean().describe('An archived group reopens as soon as it escalates'),
  resolvedIn: z
    .object({ chain: z.string(), version: z.string() })
    .nullable()
    .describe('The version it was resolved in; null: any version, or not resolved'),
  resolvedInNext: z
    .boolean()
    .describe('Resolved in the next version of each chain: versions known by then may still fail'),
  regressedIn: z
    .object({ chain: z.string(), version: z.string() })
    .nullable()
    .describe('The version it came back in after it was resolved last; null if it did not'),
  merged: z.number().int().describe('Groups that were merged into it'),
  failureClass,
  node: z.string().describe('The step of most of its latest failures'),
  otherNodes: z.number().int().describe('How many other steps had some of its latest failures'),
  template: z.string().describe('The message with its variable parts removed'),
  code: z
    .string()
    .nullable()
    .describe('Code, type or HTTP status of its errors: groups with the same message may differ in it alone'),
  roots: z.number().describe('Root-cause failures of this group, within the filters'),
  cascades: z.number().describe('Failures of this group caused by another failure, within the filters'),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  lastMessage: z.string().describe('The newest message as received, of more than 1,000 characters both ends'),
  lastRunId: z.uuid().describe('The newest run with this failure, over all chains and times'),
})

/** Failures in a period: root causes, and those caused by another failure. */
export const failureCounts = z.object({ roots: z.number(), cascades: z.number() })

const bucket = z.object({ start: derivedTime, end: derivedTime })
export const failureTrend = z.object({
  unit: z.enum(['hour', 'day', 'week', 'month']),
  buckets: z.array(bucket),
})

export const searchFailures = contract({
  name: 'failures.search',
  summary:
    'Search failure groups by text, class, chain, node and time, most recently seen first. Pass `cursor` from the last answer to continue.',
  scope: 'read',
  target: 'GET /api/v1/failures',
  table: { name: 'failures', rows: 'groups', limit: 200 },
  input: z.strictObject({
    text: plainText(200).optional().describe('Words in the node or the newest message, in any order'),
    failureClass: listOf(failureClass).describe('Failure classes'),
    chain: listOf(plainText(500)).describe('Chain names'),
    node: plainText(500).optional().describe('The exact name of the node that failed'),
    status: listOf(failureStatus).describe('Status of the group'),
    owner: z
      .union([z.enum(['me', 'none']), id])
      .optional()
      .describe('Owner: `me`, `none`, or the id of a member'),
    sort: z
      .enum(failureSorts)
      .default('last_seen')
      .describe('most: the most failures within the filters; all others sort by largest or latest'),
    trend: queryFlag.default(false).describe('Include the failures of each group over the range'),
    range: range.optional().describe('Failures of the last hours or days; all if omitted'),
    from: derivedTime.optional().describe('Failures from this hour on'),
    to: derivedTime.optional().describe('Failures before this hour'),
    ...page,
  }),
  output: z.object({
    groups: z.array(
      failureGroup.extend({
        marks: z.array(failureCounts).optional().describe('Counts per bucket of the trend, if requested'),
      }),
    ),
    trend: failureTrend.nullable().describe('The time buckets that `marks` counts'),
    counts: z
      .record(failureStatus, z.number())
      .nullable()
      .describe('Groups matching the other filters, by status; null on later pages'),
    next: z.string().nullable(),
  }),
})

export type FailureStatus = z.infer<typeof failureStatus>
export type FailureCounts = z.infer<typeof failureCounts>
export type FailureGroup = z.infer<typeof failureGroup>
export type FailureFilters = Omit<z.output<typeof searchFailures.input>, 'limit' | 'cursor' | 'sort' | 'trend'>
