import { z } from 'zod'
import { contract } from './contract'
import { signalOrigins } from './evaluators'
import { bulkMost, facetsMost } from './limits'
import {
  band,
  decision,
  derivedTime,
  failureClass,
  grade,
  id,
  isoTime,
  listOf,
  page,
  plainText,
  profile,
  queryFlag,
  queryInt,
  queryNumber,
  range,
  runFlag,
  tagName,
  unit,
} from './primitives'
import { signalSet } from './signals'
import { bands, decisions, failureClasses, failureRoles, grades, runSorts } from './vocabulary'

const score = z.number().nullable()

/** One row of the runs table. `quality` is the score of the chain's own profile; grade is gaff's, band is stratt's. */
export const runRow = z.object({
  id,
  clientId: z.string(),
  chain: z.string(),
  version: z.string(),
  title: z.string().nullable().default(null).describe('Display name; for a trace the name of its root span.'),
  kind: z.enum(['live', 'dry_run']),
  scenario: z.string().nullable(),
  execution: z.string().nullable(),
  attempt: z.number(),
  status: z.string(),
  occurredAt: isoTime,
  durationMs: z.number().nullable(),
  tokens: z.number().nullable(),
  costUsd: z.number().nullable(),
  nodes: z.number(),
  failedNodes: z.number(),
  issues: z.number(),
  profile,
  quality: score.describe(
    'The score of its own profile; with profile stratt and no band, of too little to judge the run by it',
  ),
  gaff: score,
  grade: grade.nullable(),
  stratt: score,
  band: band.nullable(),
  blocked: z.boolean(),
  confidence: score,
  coverage: z.number(),
  signals: signalSet,
  humanOrigin: z.enum(signalOrigins).nullable(),
  decision,
  decisionKind: z.string().nullable(),
  basis: z.enum(['confidence', 'quality', 'none']).describe('The number the decision is based on.'),
  reason: z.string(),
  failureClass: failureClass.nullable(),
  errorName: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'For a failure of unknown class the name its error gives itself, such as NameError, or "no error message" if it came without one; null: it has none',
    ),
  flag: runFlag.nullable().describe('Why a person should look; null: no need to.'),
  overridden: z
    .boolean()
    .default(false)
    .describe('A verification of this run was let through unmet, whatever came after.'),
  isIncomplete: z.boolean().default(false).describe('Its end never arrived: it is judged by what had arrived.'),
  thread: z.string().nullable().default(null).describe('The conversation or session it belongs to.'),
  tags: z.array(z.string()).default([]),
  excerpt: z
    .string()
    .optional()
    .describe('The beginning of the request; for a search, the text around the first match'),
  askedBy: z.string().optional().describe('Who asked people for a verdict on it that is not given yet'),
})

export const runFilters = z.strictObject({
  ids: listOf(id, bulkMost.named).describe("These runs, by the desk's ids"),
  chain: listOf(plainText(500)).describe('Runs of one of these chains'),
  version: listOf(plainText(500)).describe('Runs of one of these versions'),
  kind: listOf(z.enum(['live', 'dry_run'])),
  status: listOf(plainText(500)).describe('Runs with one of these statuses, as they were sent'),
  grade: listOf(grade),
  band: listOf(band),
  decision: listOf(decision),
  failureClass: listOf(failureClass).describe(
    'Runs with a failure of one of these classes, whether it came first or not',
  ),
  fingerprint: plainText(500).optional().describe('Runs with a failure of this group'),
  failureRole: z
    .enum(failureRoles)
    .optional()
    .describe(
      'Runs with a root cause, or with a failure inherited from another; with a class, group or node, the role of that failure',
    ),
  node: plainText(500)
    .optional()
    .describe('Runs with a failed node of this name; with a class or group, where that failure occurred'),
  ran: plainText(500).optional().describe('Runs with a node of this name or id, failed or not'),
  tag: listOf(tagName).describe('Runs that have all of these tags'),
  thread: plainText(500).optional().describe('Runs of this conversation or session'),
  execution: plainText(500).optional().describe('Attempts at this piece of work'),
  acceptedAt: queryInt(1, 1000)
    .optional()
    .describe(
      'Runs that were the first accepted attempt of their execution, at this attempt number; times are then those of the execution, by its newest attempt',
    ),
  scenario: plainText(500).optional().describe('Runs of this scenario'),
  flagged: queryFlag.optional().describe('true: runs that need a person to look at them; false: those that do not'),
  reviewed: queryFlag.optional().describe('true: runs with a verdict of a person; false: those without'),
  reviewedByMe: queryFlag
    .optional()
    .describe('true: runs with a verdict that the person who asks has given and not taken back; false: those without'),
  candidate: queryFlag
    .optional()
    .describe('true: runs of candidates, which enter no mean; false: those of other versions'),
  qualityMin: queryNumber(unit).optional(),
  qualityMax: queryNumber(unit).optional(),
  range: range.optional(),
  from: derivedTime.optional().describe('Runs from this time on, ISO 8601'),
  to: derivedTime.optional().describe('Runs before this time, ISO 8601'),
  text: plainText(200)
    .optional()
    .describe(
      'Words in the id, chain, version, scenario, execution, request, output, errors and steps (their first 100,000 characters). All must match; "quotes" for a phrase, -word to exclude; the last word may be a prefix',
    ),
})

export const listRuns = contract({
  name: 'runs.list',
  summary:
    'List runs, newest first unless sorted. Pass `cursor` from the last answer to continue, until `next` is null. A text search scans in chunks: a page may have fewer than `limit` rows.',
  scope: 'read',
  target: 'GET /api/v1/runs',
  input: runFilters.extend({
    sort: z.enum(runSorts).default('newest'),
    ...page,
  }),
  output: z.object({ runs: z.array(runRow), next: z.string().nullable() }),
})

export const runFacets = contract({
  name: 'runs.facets',
  summary:
    'Get the available filter values: chains with their newest versions, tags, nodes, and the fixed vocabularies. Find further chains by `text`, versions by `version`, tags by `tag`.',
  scope: 'read',
  target: 'GET /api/v1/runs/facets',
  input: z.strictObject({
    text: plainText(200).optional().describe('Only chains with these words in the name, in any order'),
    chain: listOf(plainText(500)).describe('Only these chains'),
    version: plainText(200).optional().describe('Only versions with these words in the name, in any order'),
    tag: plainText(200).optional().describe('Only tags with these words, in any order'),
  }),
  output: z.object({
    chains: z
      .array(z.object({ name: z.string(), versions: z.array(z.string()) }))
      .describe(`By name, at most ${facetsMost.chains}, each with its newest versions, at most ${facetsMost.versions}`),
    grades: z.array(grade).default([...grades]),
    bands: z.array(band).default([...bands]),
    decisions: z.array(decision).default([...decisions]),
    failureClasses: z.array(failureClass).default([...failureClasses]),
    tags: z.array(z.string()).default([]).describe(`Tags in use, at most ${facetsMost.tags}`),
    nodes: z.array(z.string()).default([]).describe(`Nodes that failed, latest first, at most ${facetsMost.nodes}`),
  }),
})

export type RunRow = z.infer<typeof runRow>
export type RunFilters = z.infer<typeof runFilters>
export type RunSort = (typeof runSorts)[number]
