import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { identifier, unit } from '../primitives'
import { maybe, onRun, overrides } from './shapes'

const count = z.number().int().min(0).max(1_000_000)
const path = z.string().trim().min(1).max(4000)

export const checkVerification = contract({
  name: 'check_verification',
  tag: 'quality',
  summary:
    'Check before marking a task as done that its tests ran and passed, files were changed and it compiles. Returns what is missing, and when to let it through as an override.',
  scope: 'write',
  rate: 'quality',
  body: LARGE_BODY,
  target: 'POST /api/v1/quality/check_verification',
  input: z.strictObject({
    criteria: z
      .strictObject({
        requiredTests: maybe(z.array(path).max(1000)).describe(
          'Tests that must have run and passed: path, or path::case',
        ),
        requireFileChanges: maybe(z.boolean()).describe('At least one file must have been changed'),
        maxAttempts: maybe(count).describe(
          'Max attempts for missing tests and file changes; default: that of the chain or project, else 2',
        ),
        requireCompilation: maybe(z.boolean()).describe('A compilation without errors is required'),
        compilationMaxAttempts: maybe(count).describe(
          'Max attempts for a missing or failing compilation; default: that of the chain or project, else 8',
        ),
      })
      .describe('What the task must prove'),
    state: z
      .strictObject({
        commands: maybe(
          z
            .array(
              z.strictObject({
                command: z.string().describe('The command line as it was run'),
                exitCode: z.number().int().nullable().describe('0 is success; null if the process was killed'),
              }),
            )
            .max(10_000),
        ).describe('Commands in the order they were run'),
        filesChanged: maybe(z.array(path).max(100_000)).describe('Paths of the files that were changed'),
        compilation: maybe(z.strictObject({ errors: count.describe('Errors of the latest compilation') })).describe(
          'Absent if none was run',
        ),
        nudges: maybe(count).describe('The counter returned by the last check; 0 at first'),
        compilationNudges: maybe(count).describe('The counter returned by the last check; 0 at first'),
      })
      .describe('What was observed so far'),
    ...onRun,
  }),
  output: z.object({
    satisfied: z.boolean().describe('Nothing is missing'),
    forceAllow: z
      .boolean()
      .describe(
        'Everything missing was nudged to its limit: let it through unverified. Recorded as an override with runId',
      ),
    missing: z.array(
      z.object({ category: z.enum(['tests', 'files', 'compilation']), detail: z.string().describe('What to do') }),
    ),
    nudge: z.string().nullable().describe('Message for the agent; null if satisfied or let through'),
    nudges: z.number().int().describe('Pass it in again with the next check'),
    compilationNudges: z.number().int().describe('Pass it in again with the next check'),
    overrides,
  }),
  examples: [
    {
      body: {
        criteria: { requiredTests: ['npm test'], requireFileChanges: true, maxAttempts: 2 },
        state: { commands: [{ command: 'npm test', exitCode: 1 }], filesChanged: ['src/health.ts'], nudges: 0 },
      },
      answer: {
        satisfied: false,
        forceAllow: false,
        missing: [{ category: 'tests', detail: 'Run npm test and make it pass.' }],
        nudge: 'Not done yet. Run npm test and make it pass.',
        nudges: 1,
        compilationNudges: 0,
        overrides: [],
      },
    },
  ],
})

export const decideDependent = contract({
  name: 'decide_dependent',
  tag: 'quality',
  summary: 'Decide whether a task runs although some of its dependencies failed, by how they failed.',
  scope: 'write',
  rate: 'quality',
  body: LARGE_BODY,
  target: 'POST /api/v1/quality/decide_dependent',
  input: z.strictObject({
    dependencies: z
      .array(
        z.strictObject({
          id: identifier(500).describe('The dependency; its node id if runId is given'),
          status: z.enum(['completed', 'failed']),
          failureMode: maybe(z.enum(['timeout', 'rate-limit', 'error', 'quality', 'hollow', 'cascade'])).describe(
            'How it failed, as named by classify_failure; error if absent',
          ),
        }),
      )
      .max(10_000)
      .describe('Every task it depends on'),
    threshold: maybe(unit).describe(
      'Share that must have completed, 0 to 1; overrides the thresholds of the failure modes and of the chain or project',
    ),
    ...onRun,
  }),
  output: z.object({
    run: z.boolean(),
    ratio: z.number().describe('Share of the dependencies that completed, 0 to 1; 1 without any'),
    threshold: z.number().describe('The effective threshold, 0 to 1'),
    reason: z.string(),
    overrides,
  }),
  examples: [
    {
      body: {
        dependencies: [
          { id: 'a', status: 'completed' },
          { id: 'b', status: 'completed' },
          { id: 'c', status: 'failed', failureMode: 'timeout' },
        ],
      },
      answer: {
        run: true,
        ratio: 0.6666666666666666,
        threshold: 0.3,
        reason: '2 of 3 dependencies completed; failures by timeout need 0.3, so it runs.',
        overrides: [],
      },
    },
  ],
})

const text = z.string().max(100_000)

export const generateFixupTask = contract({
  name: 'generate_fixup_task',
  tag: 'quality',
  summary:
    'Create the task that repairs one which failed its quality gate: its description with the feedback, in the next wave. Reports if a foundation task should be retried once more first.',
  scope: 'write',
  rate: 'quality',
  body: LARGE_BODY,
  target: 'POST /api/v1/quality/generate_fixup_task',
  input: z.strictObject({
    task: z
      .looseObject({
        id: maybe(z.string().max(500)),
        type: maybe(text).describe('Kept for the fixup; implement by default'),
        description: maybe(text),
        dependents: maybe(count).describe('Number of tasks that depend on this one'),
      })
      .describe('The failed task, as sent to evaluate_quality_gate'),
    gateResult: z
      .looseObject({
        score: maybe(z.number().min(0).max(5)).describe('0 to 5; null if nothing was scored'),
        feedback: maybe(text),
        passed: z.boolean(),
        gateError: maybe(z.boolean()).describe('The judge gave no usable answer: there is no finding to fix'),
        foundation: maybe(z.boolean()).describe(
          'As returned by the gate; takes precedence over the number of dependents',
        ),
      })
      .describe('The output of evaluate_quality_gate'),
    completedDependencies: maybe(z.array(z.string().min(1).max(500)).max(10_000)).describe(
      'Dependencies of the failed task that completed',
    ),
    wave: maybe(count).describe('Wave of the failed task; 0 by default'),
    extraRetryUsed: maybe(z.boolean()).describe(
      'Whether the extra retry of a foundation task was used; false by default',
    ),
    config: maybe(
      z.strictObject({
        foundationMinDependents: maybe(z.number().int().min(1)).describe(
          'Number of dependents from which a task is a foundation; default: that of the chain or project, else 3',
        ),
      }),
    ),
    ...onRun,
  }),
  output: z.object({
    id: z.string(),
    type: z.string(),
    description: z.string(),
    dependencies: z.array(z.string()),
    wave: z.number().int().describe('The wave after that of the failed task'),
    maxRetries: z.number().int().describe('Retries of the fixup itself'),
    fixupOf: z.string().nullable().describe('The failed task; null when it had no id'),
    foundation: z.boolean().describe('Many tasks depend on it: threshold one lower, one extra retry'),
    retryFirst: z.boolean().describe('Retry the failed task itself once more before using this fixup'),
    reason: z.string().describe('Why the fixup is due, or not yet'),
    overrides,
  }),
  examples: [
    {
      body: {
        task: { id: 't7', type: 'implement', description: 'Add a health endpoint' },
        gateResult: { score: 2, feedback: 'No test covers the handler.', passed: false },
        wave: 1,
      },
      answer: {
        id: 't7-fixup',
        type: 'implement',
        description: 'Add a health endpoint\n\nFix what the quality gate found (score 2):\nNo test covers the handler.',
        dependencies: [],
        wave: 2,
        maxRetries: 2,
        fixupOf: 't7',
        foundation: false,
        retryFirst: false,
        reason: 'The task failed its quality gate.',
        overrides: [],
      },
    },
  ],
})

export type CheckVerification = typeof checkVerification
export type DecideDependent = typeof decideDependent
export type GenerateFixupTask = typeof generateFixupTask
