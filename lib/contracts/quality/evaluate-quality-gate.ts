import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { identifier, json } from '../primitives'
import { maybe, onRun, overrides } from './shapes'

const text = z.string().max(1_000_000)
const path = z.string().min(1).max(4000)
const paths = z.array(path).max(10_000)

/** Why nothing was judged although the pre-flight checks passed. */
const unjudgedReasons = ['not_configured', 'disabled', 'breaker_open', 'cap_reached'] as const
export type UnjudgedReason = (typeof unjudgedReasons)[number]
export const gateVerdicts = ['passed', 'rejected', 'gate_error', 'unjudged'] as const

const task = z
  .looseObject({
    id: maybe(z.string().max(500)),
    type: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        'implement, test, refactor, document, integrate, deploy, research, analysis, design, review, merge; any other counts as implement',
      ),
    description: maybe(text).describe('The task description'),
    targetFiles: maybe(paths).describe('Files the task must produce'),
    dependents: maybe(z.number().int().min(0)).describe(
      'Number of tasks that depend on this one; from 3 it is a foundation task',
    ),
    acceptanceCriteria: maybe(z.union([text, z.array(text).max(1000)], { error: 'must be a text or a list of texts' })),
  })
  .describe('The task as described by its orchestrator')

const result = z
  .looseObject({
    output: json.optional().describe("The worker's output, as text or JSON"),
    toolCalls: maybe(z.number().int().min(-1)).describe('Number of tool calls; -1 means that the worker timed out'),
    filesModified: maybe(paths).describe('Paths of the files that were written'),
    artifacts: maybe(
      z
        .array(
          z.looseObject({
            path,
            exists: z.boolean(),
            sizeBytes: maybe(z.number().int().min(0)),
            preview: maybe(text).describe('Beginning of the file'),
          }),
        )
        .max(10_000),
    ).describe('Files found on disk; omit if not checked'),
  })
  .describe("The worker's result")

const judgeAnswer = z
  .strictObject({
    reply: maybe(z.string().max(1_000_000)).describe(
      'Raw answer: text with a `SCORE:` line and `FEEDBACK:`, or a JSON object with `score` and `feedback`',
    ),
    score: json.optional().describe('The score if already parsed: an integer from 1 to 5, anything else is no score'),
    feedback: maybe(text),
    error: maybe(text).describe('Why the judge gave no answer'),
  })
  .describe("A judge's answer the caller already has; without it the configured judge is asked")

export const evaluateQualityGate = contract({
  name: 'evaluate_quality_gate',
  tag: 'quality',
  summary:
    'Decide whether the result of a task is good enough: cheap checks first (files exist, tools called), then a judge scores it 1 to 5 against a threshold. Without a usable judge nothing passes and gateError is true.',
  scope: 'write',
  effects: ['write', 'outside'],
  rate: 'quality',
  body: LARGE_BODY,
  target: 'POST /api/v1/quality/evaluate_quality_gate',
  input: z.strictObject({
    task,
    result,
    judge: maybe(judgeAnswer),
    config: maybe(
      z.strictObject({
        qualityThreshold: maybe(z.number().min(1).max(5)).describe('Lowest passing score, 1 to 5; 3 by default'),
        foundationMinDependents: maybe(z.number().int().min(1)).describe(
          'Number of dependents from which a task is a foundation; 3 by default',
        ),
        requiresToolCalls: maybe(
          z.union([z.boolean(), z.record(z.string(), z.boolean())], {
            error: 'must be true, false, or an object with true or false by task type',
          }),
        ).describe('Whether a task requires a tool call: for all types, or by type'),
      }),
    ).describe("Defaults to the project's configuration"),
    worker: maybe(identifier(200)).describe(
      'Whose circuit breaker counts the rejections of the configured judge; the task type by default',
    ),
    ...onRun,
  }),
  output: z.object({
    score: z
      .number()
      .nullable()
      .describe('0 or 1 from a pre-flight check, 1 to 5 from the judge, null if nothing was scored'),
    feedback: z.string().describe('What is wrong, or why there is no score'),
    passed: z.boolean().describe("Whether the judge's score reaches the threshold"),
    artifactAutoFail: z.boolean().describe('Files that should have been written are missing'),
    preFlightReject: z.boolean().describe('Rejected before any judge was asked'),
    gateError: z.boolean().describe('No verdict, neither a pass nor a rejection: a person must decide'),
    effectiveThreshold: z.number().describe('One lower for a foundation task, but not below 2'),
    judged: z.boolean().describe('Whether a judge scored it'),
    alsoFailed: z
      .array(z.enum(['artifacts', 'zero_tool_calls', 'write_intent']))
      .describe('Other pre-flight checks that failed'),
    verdict: z.enum(gateVerdicts).describe('gate_error: the judge gave no usable answer; unjudged: it was not asked'),
    unjudgedReason: z.enum(unjudgedReasons).nullable().describe('Why the judge was not asked; null unless unjudged'),
    foundation: z.boolean().describe('Many tasks depend on it: its threshold is one lower'),
    extraRetries: z
      .number()
      .int()
      .describe('Retries beyond the usual before creating a fixup task: 1 for a foundation task'),
    peerSignal: z.number().nullable().describe('(score - 1) / 4 as the peer signal of the confidence, 0 to 1'),
    cached: z.boolean().describe("Whether the score is from the judge's cache: the same content was judged today"),
    deadLetterId: z.string().nullable().describe('Dead letter of the failed judging; null if none failed'),
    overrides,
  }),
  examples: [
    {
      body: {
        task: { type: 'implement', description: 'Add a health endpoint', targetFiles: ['src/health.ts'] },
        result: { output: 'Added src/health.ts with a GET handler.', toolCalls: 3, filesModified: ['src/health.ts'] },
        judge: { reply: 'SCORE: 4\nFEEDBACK: Works; no test.' },
      },
      answer: {
        score: 4,
        feedback: 'Works; no test.',
        passed: true,
        artifactAutoFail: false,
        preFlightReject: false,
        gateError: false,
        effectiveThreshold: 3,
        judged: true,
        alsoFailed: [],
        verdict: 'passed',
        unjudgedReason: null,
        foundation: false,
        extraRetries: 0,
        peerSignal: 0.75,
        cached: false,
        deadLetterId: null,
        overrides: [],
      },
    },
  ],
})

export type EvaluateQualityGate = typeof evaluateQualityGate
