import { z } from 'zod'
import { contract } from './contract'
import { failureClass, isoTime, listOf, plainText, queryInt, range } from './primitives'

/** Failures of one class at one node whose messages differ only in numbers, ids and the like. */
export const failureGroup = z.object({
  fingerprint: z.string().describe('Names the group; runs.list takes it as a filter'),
  failureClass,
  node: z.string(),
  template: z.string().describe('The message, with what varies left out'),
  roots: z.number().describe('Failures of this group that began by themselves, within the filters'),
  cascades: z.number().describe('Failures of this group that another one caused, within the filters'),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  lastMessage: z.string().describe('The newest message as it came, cut after 1,000 characters'),
  lastRunId: z.uuid().describe('The newest run with this failure, of all chains and times'),
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
    range: range.optional().describe('Failures of the last hours or days; all when left out'),
    from: isoTime.optional().describe('Failures from this hour on'),
    to: isoTime.optional().describe('Failures before this hour'),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({ groups: z.array(failureGroup), next: z.string().nullable() }),
})

export type FailureGroup = z.infer<typeof failureGroup>
export type FailureFilters = Omit<z.output<typeof searchFailures.input>, 'limit' | 'cursor'>
