import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { onRun, overrides } from './on-run'
import { maybe } from './shapes'

const count = z.number().int().min(0).max(1_000_000)
const path = z.string().trim().min(1).max(4000)

export const checkVerification = contract({
  name: 'check_verification',
  tag: 'quality',
  summary:
    'Check before a task is called done that its tests were really run and passed, files were changed and it compiles. Says what is missing, and when to let it through as an override.',
  scope: 'write',
  effects: ['write'],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/check_verification',
  input: z.strictObject({
    criteria: z
      .strictObject({
        requiredTests: maybe(z.array(path).max(1000)).describe(
          'Tests that must be seen run and passed: path, or path::case',
        ),
        requireFileChanges: maybe(z.boolean()).describe('At least one file must have been changed'),
        maxAttempts: maybe(count).describe(
          'Nudges for missing tests and file changes; as the chain or the project sets it, else 2',
        ),
        requireCompilation: maybe(z.boolean()).describe('A compilation without errors must have been seen'),
        compilationMaxAttempts: maybe(count).describe(
          'Nudges for a missing or failing compilation; as the chain or the project sets it, else 8',
        ),
      })
      .describe('What the task has to show'),
    state: z
      .strictObject({
        commands: maybe(
          z
            .array(
              z.strictObject({
                command: z.string().describe('The command line as it was run'),
                exitCode: z.number().int().nullable().describe('0 is success; null when it did not end by itself'),
              }),
            )
            .max(10_000),
        ).describe('Commands in the order they were run'),
        filesChanged: maybe(z.array(path).max(100_000)).describe('Paths of the files that were changed'),
        compilation: maybe(z.strictObject({ errors: count.describe('Errors of the latest compilation') })).describe(
          'Absent while none was run',
        ),
        nudges: maybe(count).describe('The counter that the last check gave; 0 at first'),
        compilationNudges: maybe(count).describe('The counter that the last check gave; 0 at first'),
      })
      .describe('What was seen so far'),
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
    nudge: z.string().nullable().describe('What to tell the agent; null when satisfied or let through'),
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
