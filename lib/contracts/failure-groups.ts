import { z } from 'zod'
import { contract } from './contract'
import { failureCounts, failureGroup, failureTrend } from './failures'
import { fieldIssues } from './field-issues'
import { derivedTime, id, isoTime, plainText, range } from './primitives'
import { deadLetterStatuses, failureActions, failureRoles } from './vocabulary'

const failureAction = z.enum(failureActions)

const group = plainText(100).min(1).describe('Fingerprint of a failure group')

export const failureExample = z.object({
  runId: id,
  clientId: z.string(),
  nodeId: z.string(),
  node: z.string(),
  chain: z.string(),
  version: z.string(),
  role: z.enum(failureRoles),
  message: z.string().describe('Of more than 1,000 characters both ends'),
  at: isoTime,
  part: z.string().describe('Failures of one part have the same text except for numbers, ids and the like'),
})

const failurePart = z.object({
  part: z.string(),
  fingerprint: z.string().describe('The group it is counted in: this one, or one that was merged into it'),
  count: z.number().describe('Of the newest failures that were examined'),
  message: z.string().describe('The newest one as received'),
})

export const failureEventKind = z.enum([
  'archived',
  'resolved',
  'reopened',
  'assigned',
  'merged',
  'split',
  'undone',
  'regressed',
  'escalated',
  'calmed',
])

const failureEvent = z.object({
  id,
  kind: failureEventKind,
  by: z.string(),
  note: z.string().nullable(),
  words: z.string().nullable().describe('What it did, as short text'),
  canUndo: z.boolean().describe('An action of a person that can be undone now'),
  at: isoTime,
})

const escalation = z.object({
  state: z.enum(['escalating', 'usual', 'too_few']),
  count: z.number().describe('Failures of the last 24 hours'),
  expected: z.number().nullable().describe('Recent failures per day'),
  bound: z.number().nullable().describe('More failures than this within a day are an escalation'),
  days: z.number().int().describe('Earlier days on which the group was known'),
  needs: z.number().int().describe('Days required before an escalation can be detected'),
})

export const getFailureGroup = contract({
  name: 'failures.get',
  summary:
    'Get one failure group: its trend, nodes, chains, versions, examples, parts, dead letters and history. A merged group answers with the group it was merged into.',
  scope: 'read',
  target: 'GET /api/v1/failure-groups/{group}',
  input: z.strictObject({ group, range: range.default('30d') }),
  output: z.object({
    group: failureGroup,
    trend: failureTrend.extend({ marks: z.array(failureCounts) }),
    escalation,
    nodes: z.array(failureCounts.extend({ node: z.string() })),
    versions: z
      .array(
        failureCounts.extend({
          chain: z.string(),
          version: z.string(),
          lastAt: derivedTime.describe('Precise to the day'),
        }),
      )
      .describe('The 100 with the most'),
    versionCount: z.number().int().describe('How many there are in all'),
    examples: z.array(failureExample),
    looked: z.number().int().describe('How many of the newest failures the parts are counted from'),
    parts: z.array(failurePart),
    members: z.array(
      failureCounts.extend({ fingerprint: z.string(), node: z.string(), template: z.string(), lastSeenAt: isoTime }),
    ),
    deadLetters: z
      .array(z.object({ id, operation: z.string(), status: z.enum(deadLetterStatuses), error: z.string() }))
      .describe('The newest 10, pending ones first'),
    deadLetterCount: z.number().int().describe('How many there are in all'),
    events: z.array(failureEvent).describe('The newest 200, newest first'),
    eventCount: z.number().int().describe('How many there are in all'),
  }),
})

const outcome = z.object({ group: z.string(), ok: z.boolean(), error: z.string().nullable() })

type Acting = {
  action: z.output<typeof failureAction>
  groups: readonly string[]
  until?: string | undefined
  version?: object | undefined
  inNextVersion?: boolean | undefined
  owner?: string | null | undefined
  into?: string | undefined
  untilEscalating?: boolean | undefined
}

/** Rejects a field that does not belong to the action, instead of ignoring it silently. */
function fitsAction(context: z.core.ParsePayload<Acting>): void {
  const { action, groups, until, untilEscalating, version, inNextVersion, owner, into } = context.value
  const issue = fieldIssues(context)
  const of = (own: Acting['action'], field: string, isSaid: boolean) => {
    if (isSaid && action !== own) issue(field, `belongs to ${own}, not to ${action}`)
  }
  of('archive', 'until', until !== undefined)
  of('archive', 'untilEscalating', untilEscalating === true)
  of('resolve', 'version', version !== undefined)
  of('resolve', 'inNextVersion', inNextVersion === true)
  of('assign', 'owner', owner !== undefined)
  of('merge', 'into', into !== undefined)
  if (until !== undefined && untilEscalating) issue('until', 'set either until or untilEscalating')
  if (version !== undefined && inNextVersion) issue('version', 'set either version or inNextVersion')
  if (action === 'assign' && owner === undefined) issue('owner', 'assign requires a member, or null for none')
  if (action === 'merge' && new Set(into === undefined ? groups : [...groups, into]).size < 2)
    issue('groups', 'merge requires at least two groups')
}

export const actOnFailureGroups = contract({
  name: 'failures.act',
  summary:
    'Resolve, archive, reopen, assign or merge up to 100 failure groups: the answer has the outcome of each. People only, not API keys.',
  scope: 'decide',
  target: 'POST /api/v1/failure-groups/actions',
  input: z
    .strictObject({
      action: failureAction,
      groups: z.array(group).min(1).max(100),
      until: isoTime.optional().describe('archive: when the group reopens'),
      untilEscalating: z.boolean().optional().describe('archive: until it escalates'),
      version: z
        .strictObject({ chain: plainText(500), version: plainText(500) })
        .optional()
        .describe('resolve: the version that fixes it. Older versions may still fail; it and later ones may not'),
      inNextVersion: z
        .boolean()
        .optional()
        .describe(
          'resolve: in the next version of each chain. Versions known by now may still fail; newer ones may not',
        ),
      owner: id.nullable().optional().describe('assign: a member, or null'),
      into: group.optional().describe('merge: the group that remains; defaults to the one with the most failures'),
      note: plainText(2000).optional(),
    })
    .check(fitsAction),
  output: z.object({
    done: z.number().int(),
    refused: z.number().int(),
    into: z.string().nullable().describe('The group that others were merged into'),
    event: id.nullable().describe('Id of the merge event, for undoing it'),
    results: z.array(
      outcome.extend({ event: id.nullable().describe('Id of the event of any other action, for undoing it') }),
    ),
  }),
})

export const splitFailureGroup = contract({
  name: 'failures.split',
  summary:
    'Split failures from a group: one that was merged into it, or all failures like one example. Future failures like them go to the new group.',
  scope: 'decide',
  target: 'POST /api/v1/failure-groups/{group}/split',
  input: z
    .strictObject({
      group,
      member: group.optional().describe('A group that was merged into this one'),
      part: plainText(200).optional().describe('A part, as returned by failures.get'),
      note: plainText(2000).optional(),
    })
    .refine(({ member, part }) => (member === undefined) !== (part === undefined), {
      path: ['part'],
      error: 'name either a member or a part',
    }),
  output: z.object({ group: z.string().describe('The group that was split off'), event: id }),
})

export const undoFailureEvents = contract({
  name: 'failures.undo',
  summary:
    'Undo actions on up to 100 failure groups, such as a merge, a split or a resolution, each unless the group was changed since. Failures received since then stay where they belong.',
  scope: 'decide',
  target: 'POST /api/v1/failure-groups/undo',
  input: z.strictObject({
    events: z
      .array(z.strictObject({ group, event: id }))
      .min(1)
      .max(100),
  }),
  output: z.object({ done: z.number().int(), refused: z.number().int(), results: z.array(outcome) }),
})

export type FailureAction = z.infer<typeof failureAction>
export type FailureGroupDetail = z.infer<typeof getFailureGroup.output>
export type FailureGroupEvent = z.infer<typeof failureEvent>
