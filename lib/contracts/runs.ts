import { z } from 'zod'
import { contract } from './contract'
import { executionView } from './executions'
import {
  band,
  bands,
  decision,
  decisions,
  evaluator,
  failureClass,
  failureClasses,
  grade,
  grades,
  id,
  isoTime,
  json,
  listOf,
  plainText,
  profile,
  queryInt,
  range,
} from './primitives'
import { decisionView } from './reviews'

const score = z.number().nullable()

/** The latest signal in force of each evaluator; null = none. */
export const signalSet = z.object({ self: score, peer: score, downstream: score, human: score })

/** One row of the runs table. `quality` is the score of the chain's own profile; grade is gaff's, band is stratt's. */
export const runRow = z.object({
  id,
  clientId: z.string(),
  chain: z.string(),
  version: z.string(),
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
  quality: score,
  gaff: score,
  grade: grade.nullable(),
  stratt: score,
  band: band.nullable(),
  blocked: z.boolean(),
  confidence: score,
  coverage: z.number(),
  signals: signalSet,
  humanOrigin: z.enum(['ingest', 'review', 'gate']).nullable(),
  decision,
  decisionKind: z.string().nullable(),
  /** Which number the decision was taken on. */
  basis: z.enum(['confidence', 'quality', 'none']),
  reason: z.string(),
  failureClass: failureClass.nullable(),
  /** Why a person should look, in one word; null = nobody needs to. */
  flag: z.enum(['blocked', 'poor', 'review', 'escalated', 'vetoed', 'failed']).nullable(),
})

export const runSorts = [
  'newest',
  'oldest',
  'quality_low',
  'quality_high',
  'confidence_low',
  'confidence_high',
] as const

export const runFilters = z.strictObject({
  chain: listOf(plainText(500)),
  version: listOf(plainText(500)),
  kind: listOf(z.enum(['live', 'dry_run'])),
  status: listOf(plainText(500)),
  grade: listOf(grade),
  band: listOf(band),
  decision: listOf(decision),
  failureClass: listOf(failureClass),
  /** Runs with a failure of this group. */
  fingerprint: plainText(500).optional(),
  /** Runs with a failed node of this name. */
  node: plainText(500).optional(),
  execution: plainText(500).optional(),
  scenario: plainText(500).optional(),
  flagged: z.stringbool().optional(),
  reviewed: z.stringbool().optional(),
  qualityMin: z.coerce.number().min(0).max(1).optional(),
  qualityMax: z.coerce.number().min(0).max(1).optional(),
  range: range.optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
  /** Part of the client id, chain, scenario or first error. */
  text: plainText(200).optional(),
})

export const listRuns = contract({
  name: 'runs.list',
  summary: 'Runs, newest first unless sorted, by keyset: pass `cursor` from the last answer to go on.',
  scope: 'read',
  method: 'GET',
  path: '/api/v1/runs',
  input: runFilters.extend({
    sort: z.enum(runSorts).default('newest'),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({ runs: z.array(runRow), next: z.string().nullable() }),
})

export const runFacets = contract({
  name: 'runs.facets',
  summary: 'What there is to filter by: chains with their versions, and the fixed vocabularies.',
  scope: 'read',
  method: 'GET',
  path: '/api/v1/runs/facets',
  input: z.strictObject({}),
  output: z.object({
    chains: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
    grades: z.array(grade).default([...grades]),
    bands: z.array(band).default([...bands]),
    decisions: z.array(decision).default([...decisions]),
    failureClasses: z.array(failureClass).default([...failureClasses]),
  }),
})

export const failureView = z.object({
  nodeId: z.string(),
  failureClass,
  retryable: z.boolean(),
  failureMode: z.string(),
  confidence: z.number(),
  matched: z.string().nullable(),
  role: z.enum(['root', 'cascade']),
  fingerprint: z.string(),
  message: z.string(),
})

export const toolCallView = z.object({
  id: z.string().optional(),
  name: z.string(),
  arguments: json.optional(),
  result: json.optional(),
  error: json.optional(),
})

export const nodeView = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  dependencies: z.array(z.string()),
  status: z.enum(['completed', 'failed', 'skipped', 'cancelled', 'running']),
  /** Absent when the node sent none; null when it sent null. */
  output: json.optional(),
  error: z
    .object({
      message: z.string(),
      code: z.string().nullable(),
      httpStatus: z.number().nullable(),
      type: z.string().nullable(),
    })
    .nullable(),
  /** The calls, or null with the count alone; count null = not told. */
  toolCalls: z.array(toolCallView).nullable(),
  toolCallCount: z.number().nullable(),
  files: z.array(z.string()).nullable(),
  tokens: z.object({ input: score, output: score, total: score }),
  attempts: z.number().nullable(),
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  durationMs: z.number().nullable(),
  failure: failureView.nullable(),
})

export const issueView = z.object({
  stage: z.string(),
  type: z.string(),
  field: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
  blocker: z.boolean(),
})

/** One factor of a score: `contribution` = weight / sum of weights x value; contributions add up to the score. */
export const factorView = z.object({
  name: z.string(),
  label: z.string(),
  weight: z.number(),
  value: score,
  contribution: score,
  formula: z.string(),
  inputs: z.array(z.object({ label: z.string(), value: z.string() })),
})

export const scoreView = z.object({
  series: z.string(),
  revision: z.number(),
  profile,
  value: score,
  grade: grade.nullable(),
  band: band.nullable(),
  blocked: z.boolean(),
  threshold: z.number().nullable(),
  factors: z.array(factorView),
  warnings: z.array(z.string()),
  engineVersion: z.string(),
  computedAt: isoTime,
})

export const signalView = z.object({
  id,
  evaluator,
  value: z.number(),
  origin: z.enum(['ingest', 'review', 'gate']),
  by: z.string().nullable(),
  comment: z.string().nullable(),
  recordedAt: isoTime,
  /** The decision that gave it; null for one that was sent in. */
  decisionId: id.nullable(),
  /** Counted in the confidence now: not taken back, not followed by a newer one. */
  inForce: z.boolean(),
  retracted: z.boolean(),
})

export const feedbackView = z.object({
  overallScore: score,
  issues: z.array(z.object({ field: z.string(), issue: z.string(), fix: z.string().nullable() })),
  strengths: z.array(z.string()),
  guidance: z.string(),
})

export const runDetail = z.object({
  run: runRow,
  request: json.optional(),
  output: json.optional(),
  error: z
    .object({
      message: z.string(),
      code: z.string().nullable(),
      httpStatus: z.number().nullable(),
      type: z.string().nullable(),
    })
    .nullable(),
  tokens: z.object({ input: score, output: score, total: score, useful: score }),
  budget: z.object({ timeMs: score, tokens: score, costUsd: score }).nullable(),
  contract: json.optional(),
  contractFrom: z.enum(['run', 'version']).nullable(),
  criteria: json.optional(),
  sources: z.array(z.object({ id: z.string(), text: z.string(), uri: z.string().nullable() })),
  metadata: z.record(z.string(), json).nullable(),
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  receivedAt: isoTime,
  submittedVia: z.string(),
  maxAttempts: z.number(),
  nodes: z.array(nodeView),
  issues: z.array(issueView),
  /** The latest revision of every series. */
  scores: z.array(scoreView),
  signals: z.array(signalView),
  vetoed: z.boolean(),
  execution: executionView.nullable(),
  feedback: feedbackView,
  decisions: z.array(decisionView),
  gates: z.array(z.object({ id, title: z.string(), kind: z.string(), state: z.string() })),
})

export const getRun = contract({
  name: 'runs.get',
  summary: 'One run with its nodes, issues, scores down to their factors, signals, attempts and decisions.',
  scope: 'read',
  method: 'GET',
  path: '/api/v1/runs/{runId}',
  input: z.strictObject({ runId: plainText(200).min(1) }),
  output: runDetail,
})

export type RunRow = z.infer<typeof runRow>
export type RunDetail = z.infer<typeof runDetail>
export type NodeView = z.infer<typeof nodeView>
export type IssueView = z.infer<typeof issueView>
export type ScoreView = z.infer<typeof scoreView>
export type FactorView = z.infer<typeof factorView>
export type SignalView = z.infer<typeof signalView>
export type SignalSet = z.infer<typeof signalSet>
export type FailureView = z.infer<typeof failureView>
export type FeedbackView = z.infer<typeof feedbackView>
export type RunFilters = z.infer<typeof runFilters>
export type RunSort = (typeof runSorts)[number]
