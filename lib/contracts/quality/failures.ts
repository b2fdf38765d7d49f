import { z } from 'zod'
import { BATCH_BODY } from '../body-limits'
import { failureClass, json, unit } from '../primitives'
import { intentGraph, interval, maybe, moment } from './shapes'
import { tool } from './tool'

const failedNode = z.union([z.string().min(1), z.looseObject({ node_id: z.string().min(1), error: json.optional() })], {
  error: 'must be a node id, or an object with node_id and optionally error',
})

export const analyzeFailurePatterns = tool({
  name: 'analyze_failure_patterns',
  summary: 'Find recurring failures in a history of executions: nodes, timeouts, weak quality, broken dependencies.',
  alias: 'quality_analyze_failure_patterns',
  costly: 'execution_history',
  input: z.strictObject({
    execution_history: z
      .array(
        z.looseObject({
          execution_id: maybe(z.string()),
          timestamp: maybe(moment),
          success: maybe(z.boolean()).describe('Required unless `status` is given'),
          status: maybe(z.string()).describe('`completed`, in any case, is a success, any other value a failure'),
          quality_score: maybe(unit).describe('0 to 1'),
          failed_nodes: maybe(z.array(failedNode)).describe(
            'Ids, or ids with their errors. An execution result may be passed unchanged: its `results` and `nodes_failed` are read too',
          ),
          threshold: maybe(unit).describe('The quality this execution had to reach; 0.85 by default'),
        }),
      )
      .max(100_000)
      .describe('Finished executions, in any order'),
    intent_graph: maybe(intentGraph),
    time_range: maybe(z.strictObject({ start: maybe(moment), end: maybe(moment) })).describe(
      'Both ends inclusive, an end date with its whole day; executions without a time are left out',
    ),
  }),
  output: z.object({
    patterns: z
      .array(
        z.object({
          pattern_type: z.enum(['node_failure', 'timeout', 'quality_issue', 'dependency']),
          frequency: z.number().int().describe('Executions in which it occurred'),
          affected_nodes: z.array(z.string()),
          root_cause_hypothesis: z.string(),
          recommendation: z.string(),
        }),
      )
      .describe('The recurring patterns'),
    most_common_failures: z
      .array(
        z.object({
          node_id: z.string(),
          count: z.number().int(),
          rate: z.number().describe('Share of the executions, 0 to 1'),
          interval: interval.describe('95 % interval of the rate'),
          last_error: z.string().nullable(),
        }),
      )
      .describe('Nodes by how often they failed, at most 10'),
    success_rate: z.number().nullable().describe('0 to 1; null for an empty history'),
    average_quality_score: z.number().nullable().describe('0 to 1; null if no execution has a score'),
    improvement_suggestions: z.array(z.string()).describe('One per pattern'),
    executions_considered: z.number().int().describe('Executions within the time range'),
    executions_undated: z.number().int().describe('Excluded by the time range because they have no time'),
  }),
  examples: [
    {
      body: {
        execution_history: [
          { execution_id: 'e1', success: false, quality_score: 0.4, failed_nodes: ['fetch'] },
          { execution_id: 'e2', success: true, quality_score: 0.9 },
          {
            execution_id: 'e3',
            success: false,
            quality_score: 0.5,
            failed_nodes: [{ node_id: 'fetch', error: 'timeout' }],
          },
        ],
      },
      answer: {
        patterns: [],
        most_common_failures: [
          {
            node_id: 'fetch',
            count: 2,
            rate: 0.6666666666666666,
            interval: [0.2076596008020477, 0.9385080552796037],
            last_error: 'timeout',
          },
        ],
        success_rate: 0.3333333333333333,
        average_quality_score: 0.6,
        improvement_suggestions: [],
        executions_considered: 3,
        executions_undated: 0,
      },
    },
  ],
})

export const classifyFailure = tool({
  name: 'classify_failure',
  summary:
    'Classify a failure (timeout, rate limit, spend limit, auth, policy, ...) from its message and codes, and whether a retry can help.',
  costly: 'message',
  input: z.strictObject({
    message: z.string().describe('The reported error; of a long one only the beginning and the end are read'),
    toolCalls: maybe(z.number().int().min(-1)).describe('Number of tool calls; -1 means that the worker timed out'),
    httpStatus: maybe(z.number().int().min(0).max(999)).describe('HTTP status of the provider'),
    errorCode: maybe(z.union([z.string(), z.number()], { error: 'must be a text or a number' })).describe(
      'Code or exception name reported by the client; takes precedence over the message',
    ),
  }),
  output: z.object({
    failureClass: failureClass.describe(
      'One of ten classes; unknown without evidence for any other, also for a request longer than the model reads',
    ),
    retryable: z.boolean().describe('Whether an automatic retry can help'),
    errorType: z.enum(['timeout', '429', '402', 'error']).describe('Error type of the class'),
    failureMode: z
      .enum(['timeout', 'rate-limit', 'error', 'quality', 'hollow', 'cascade'])
      .describe('How dependents treat the failed task'),
    matched: z.string().nullable().describe('The text that decided the class; null if none'),
    alternatives: z
      .array(z.object({ failureClass, matched: z.string() }))
      .describe('Other possible classes, most likely first'),
    confidence: z.number().describe('0 to 1, by the kind of evidence; 0 without any'),
  }),
  examples: [
    {
      body: { message: '429 Too Many Requests: rate limit reached', httpStatus: 429 },
      answer: {
        failureClass: 'rate_limited',
        retryable: true,
        errorType: '429',
        failureMode: 'rate-limit',
        matched: 'HTTP 429',
        alternatives: [],
        confidence: 0.97,
      },
    },
  ],
})

const MAX_MESSAGES = 20_000
const failureText = z.string().max(200_000)

export const groupFailures = tool({
  name: 'group_failures',
  summary: 'Group error messages of the same failure, ignoring ids, hosts, times, paths, numbers and quoted values.',
  body: BATCH_BODY,
  costly: 'messages',
  input: z.strictObject({
    messages: z
      .array(
        z.union(
          [
            failureText,
            z.strictObject({
              message: failureText,
              node: maybe(z.string().max(500)).describe(
                'Name or type of the failed node; different nodes are not grouped',
              ),
              errorCode: maybe(z.union([z.string().max(500), z.number()])).describe('Different codes are not grouped'),
            }),
          ],
          { error: 'must be a text, or an object with message and optionally node and errorCode' },
        ),
      )
      .max(MAX_MESSAGES)
      .describe('In order of arrival; of a long message the first 3,000 and the last 1,000 characters are read'),
  }),
  output: z.object({
    groups: z
      .array(
        z.object({
          template: z.string().describe('The common text of its messages; <*> replaces what differs'),
          size: z.number().int(),
          members: z.array(z.number().int()).describe('Indexes into `messages` from 0, ascending'),
        }),
      )
      .describe('Every message is in exactly one group; ordered by first member'),
  }),
  examples: [
    {
      body: {
        messages: [
          'Task 12 failed on worker_7 after 1m30s',
          'HTTP 503 from https://api.example.com/v1/7',
          'Task 99 failed on worker_3 after 2m5s',
        ],
      },
      answer: {
        groups: [
          { template: 'Task <*> failed on <*> after <*>', size: 2, members: [0, 2] },
          { template: 'HTTP 503 from <*>', size: 1, members: [1] },
        ],
      },
    },
  ],
})

export type AnalyzeFailurePatterns = typeof analyzeFailurePatterns
export type ClassifyFailure = typeof classifyFailure
