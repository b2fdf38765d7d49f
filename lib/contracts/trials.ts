import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { contract } from './contract'
import { MAX_ADDED_TRIALS } from './limits'
import { id, identifier, isoTime, json, name, queryInt } from './primitives'
import { asWritten, runError } from './run-input'

const trialKinds = ['live', 'dry_run'] as const
/** cancelled: its version was superseded, rolled back or halted. A run that still arrives for it is stored as a dry run. */
const trialStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const trialKind = z.enum(trialKinds)
export const trialStatus = z.enum(trialStatuses)

export const trialView = z.object({
  id,
  kind: trialKind,
  scenario: z.string().nullable(),
  status: trialStatus,
  attempts: z.number().int(),
  runId: id.nullable().describe('The resulting run; null while there is none'),
  quality: z.number().nullable(),
  tooLittleMeasured: z.boolean().default(false).describe('Too little was measured to judge the run by its quality'),
  error: z.string().nullable().describe('Why it failed or was cancelled'),
  queuedAt: isoTime,
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
})

export const trialCounts = z.object({
  queued: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
})

export const listTrials = contract({
  name: 'trials.list',
  summary: 'List the live and dry runs requested for a version, newest first, with their progress.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}/versions/{version}/trials',
  input: z.strictObject({
    chain: name,
    version: name,
    limit: queryInt(1, 200).default(50),
    cursor: id.optional().describe('`next` of the last answer'),
  }),
  output: z.object({
    executor: z.enum(['http', 'local']).nullable().describe('Who runs them; null if the version has no executor'),
    live: trialCounts,
    dryRun: trialCounts,
    trials: z.array(trialView),
    next: id.nullable(),
  }),
})

export const addTrials = contract({
  name: 'trials.add',
  summary: 'Request more runs from the executor of a version, cycling through its scenarios.',
  scope: 'write',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/chains/{chain}/versions/{version}/trials',
  input: z.strictObject({
    chain: name,
    version: name,
    kind: trialKind.default('live').describe('Only live runs count in a mean'),
    count: z.number().int().min(1).max(MAX_ADDED_TRIALS),
  }),
  output: z.object({ added: z.number().int() }),
  examples: [{ body: { kind: 'live', count: 5 } }],
})

/** Payload for an executor: the HTTP body, or the standard input of a command. */
export const trialOrder = z.object({
  trialId: id,
  chain: z.string(),
  version: z.string(),
  kind: trialKind,
  scenario: z.string().nullable(),
  request: json,
})

export const claimTrials = contract({
  name: 'trials.claim',
  summary: 'Lease queued trials of a version that is run locally. Report each outcome within ten minutes.',
  scope: 'write',
  target: 'POST /api/v1/trials/claim',
  input: z.strictObject({
    chain: name,
    version: name,
    limit: z.number().int().min(1).max(20).default(1),
    worker: identifier(100).optional().describe('Name of the worker, shown to people'),
  }),
  output: z.object({
    claimed: z.array(trialOrder.extend({ attempt: z.number().int().describe('Send it with the outcome') })),
    queued: z.number().int().describe('Still waiting after this claim'),
    leaseUntil: isoTime,
  }),
  examples: [{ body: { chain: 'support-answers', version: '1.6.0', limit: 1 } }],
})

export const reportTrial = contract({
  name: 'trials.report',
  summary:
    'Report the outcome of a claimed trial: the body of a run, or the error. The run of a trial cancelled in the meantime is stored as a dry run, which counts in no mean.',
  scope: 'write',
  body: RUN_BODY,
  exact: asWritten.map((path) => `run.${path}`),
  target: 'POST /api/v1/trials/{trialId}/outcome',
  input: z
    .strictObject({
      trialId: id,
      attempt: z.number().int().min(1).describe('As returned by the claim'),
      run: z
        .record(z.string(), json)
        .optional()
        .describe('The body of a run. Its id, chain, version, kind and scenario are taken from the trial'),
      error: runError.optional().describe('Why the command produced no run'),
      durationMs: z.number().min(0).max(1e12).optional(),
    })
    .check((context) => {
      const { run, error } = context.value
      if ((run === undefined) === (error === undefined))
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: ['run'],
          message: 'send either run or error',
        })
    }),
  output: z.object({ status: trialStatus, runId: id.nullable(), error: z.string().nullable() }),
  examples: [{ body: { attempt: 1, run: { output: { answer: 'Open Settings.', sources: ['manual-12'] } } } }],
})

export type TrialView = z.infer<typeof trialView>
export type TrialCounts = z.infer<typeof trialCounts>
export type TrialOrder = z.infer<typeof trialOrder>
export type TrialKind = z.infer<typeof trialKind>
export type TrialStatus = z.infer<typeof trialStatus>
