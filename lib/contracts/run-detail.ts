import { z } from 'zod'
import { predictionView } from './calibration'
import { contract } from './contract'
import { deadLetter } from './dead-letters'
import { executionView } from './executions'
import { band, digest, evaluator, failureClass, grade, id, isoTime, json, plainText, profile } from './primitives'
import { decisionView } from './reviews'
import { givenAnswer } from './rubrics'
import { runRow } from './runs'
import { failureRoles, gateStates } from './vocabulary'

const score = z.number().nullable()

export const failureView = z.object({
  nodeId: z.string(),
  failureClass,
  retryable: z.boolean(),
  failureMode: z.string(),
  confidence: z.number(),
  matched: z.string().nullable(),
  role: z
    .enum([...failureRoles, 'handled'])
    .describe(
      'It began here, it was caused by another failure, or the run recovered from it before failing at another node',
    ),
  fingerprint: z.string(),
  message: z.string(),
})

const errorView = z.object({
  message: z.string(),
  code: z.string().nullable(),
  httpStatus: z.number().nullable(),
  type: z.string().nullable(),
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
  input: json.optional().describe('Input of the node. Absent if it was not sent, or is long: see `inputLeftOut`.'),
  inputLeftOut: z.boolean().optional().describe('The inputs of this run are too long to be shown together.'),
  systemPrompt: json.optional(),
  model: z.string().nullable().default(null),
  provider: z.string().nullable().default(null),
  attributes: z.record(z.string(), json).nullable().default(null),
  output: json.optional().describe('Absent if the node sent none; null if it sent null.'),
  error: errorView.nullable(),
  toolCalls: z.array(toolCallView).nullable().describe('The calls, or null with the count alone; count null: unknown.'),
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

/** One factor of a score: `contribution` = weight / sum of weights x value; contributions sum to the score. */
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
  decisionId: id.nullable().describe('The decision it came from; null if it was sent in.'),
  inForce: z.boolean().describe('Counted in the confidence now: neither undone nor superseded by a newer one.'),
  retracted: z.boolean(),
})

export const feedbackView = z.object({
  overallScore: score,
  issues: z.array(z.object({ field: z.string(), issue: z.string(), fix: z.string().nullable() })),
  strengths: z.array(z.string()),
  guidance: z.string(),
})

/** A check recorded on a run; `input` and `result` are those of the tool of its kind. */
export const checkView = z.object({
  id,
  kind: z.enum(['quality_gate', 'verification', 'fixup', 'dependent']),
  nodeId: z.string().nullable(),
  isOk: z
    .boolean()
    .nullable()
    .describe('null if there was no verdict: the judge gave no answer, or a task was only created'),
  isOverride: z.boolean().describe('Let through although it was not satisfied'),
  input: json.optional().describe('Omitted if it is long'),
  result: json,
  by: z.string(),
  recordedAt: isoTime,
})

/** A dead letter of a run, as listed on the run's page. */
export const runDeadLetter = deadLetter.omit({ args: true })

/** A value in the payload store that could not be read: it is missing from the answer, but was not empty. */
export const unreadValue = z.object({
  nodeId: z.string().nullable().describe('null: of the run itself'),
  field: z.enum(['request', 'output', 'sources', 'input', 'systemPrompt', 'toolCalls', 'attributes']),
  bytes: z.int().describe('Size as JSON text'),
  movedAt: isoTime.describe('When it was moved to the payload store'),
  why: z
    .enum(['away', 'lost'])
    .describe('away: the store does not answer; lost: it returns nothing or something else than was written'),
})

/** A person's request for verdicts on a run, while not all are given. */
export const askedReview = z.object({
  userId: id,
  by: z.string(),
  isOwn: z.boolean().describe('You asked.'),
  needed: z.int().describe('People whose verdict is wanted, those who gave one included.'),
})

export const runDetail = z.object({
  run: runRow,
  request: json.optional(),
  output: json.optional(),
  error: errorView.nullable(),
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
  redactions: z.int().describe('Values redacted before it was stored'),
  unread: z
    .array(unreadValue)
    .describe('Long values in the payload store that could not be read now: missing here, but not empty'),
  contentRemoved: z
    .object({ at: isoTime, days: z.int().nullable().describe('Retention of texts in this project, in days') })
    .nullable()
    .describe('When its texts were removed; its scores and counts stay'),
  evidenceDigest: digest.describe(
    'Digest of what was sent of it. Send it with a verdict, which is refused if the run has changed since.',
  ),
  isCovered: z
    .boolean()
    .describe(
      'You are about to review it blind: verdicts of others, and what follows from them, are left out until you have given yours',
    ),
  maxAttempts: z.number(),
  nodes: z.array(nodeView),
  issues: z.array(issueView),
  scores: z.array(scoreView).describe('The latest revision of every series.'),
  signals: z.array(signalView),
  vetoed: z.boolean(),
  execution: executionView.nullable(),
  feedback: feedbackView,
  checks: z.array(checkView).describe('The latest 200, oldest first'),
  checkCount: z.number().int().default(0).describe('How many there are in all'),
  deadLetters: z
    .object({ total: z.number().int(), newest: z.array(runDeadLetter) })
    .describe('Dead letters of this run; the newest 10, without their arguments'),
  decisions: z.array(decisionView.extend({ answers: z.array(givenAnswer).describe('To the rubric, of a review') })),
  ownReview: z
    .object({ decisionId: id, value: z.number(), reason: z.string().nullable() })
    .nullable()
    .describe('Your own review that was neither changed nor taken back; null for a key'),
  learned: z
    .object({ enabled: z.boolean(), predictions: z.array(predictionView) })
    .describe(
      'The prediction learned from verdicts on other runs; for a reviewed run the prediction before the verdict',
    ),
  asked: askedReview.nullable().default(null).describe('Who asked people for a verdict that is not given yet'),
  gates: z
    .array(
      z.object({
        id,
        title: z.string(),
        kind: z.string(),
        state: z.enum(gateStates),
        undone: z.boolean().describe('The decision was taken back; the gate itself stays closed.'),
        deadlineAt: isoTime,
        isOwn: z
          .boolean()
          .describe('It asks about this run; false: about its version, or about runs that failed alike'),
      }),
    )
    .describe('The newest 50, newest first'),
  gateCount: z.number().int().default(0).describe('How many there are in all'),
})

export const getRun = contract({
  name: 'runs.get',
  summary:
    'Get one run with its nodes, issues, scores down to their factors, signals, attempts and decisions. A brief of it is shorter.',
  scope: 'read',
  target: 'GET /api/v1/runs/{runId}',
  input: z.strictObject({ runId: plainText(200).min(1).describe("The run: the desk's id or the client's own") }),
  output: runDetail,
})

export type RunDetail = z.infer<typeof runDetail>
export type AskedReview = z.infer<typeof askedReview>
export type UnreadValue = z.infer<typeof unreadValue>
export type NodeView = z.infer<typeof nodeView>
export type IssueView = z.infer<typeof issueView>
export type ScoreView = z.infer<typeof scoreView>
export type FactorView = z.infer<typeof factorView>
export type CheckView = z.infer<typeof checkView>
export type SignalView = z.infer<typeof signalView>
export type FailureView = z.infer<typeof failureView>
export type FeedbackView = z.infer<typeof feedbackView>
