import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { identifier, unit } from '../primitives'
import { onRun, overrides } from './on-run'
import { maybe } from './shapes'

export const decideDependent = contract({
  name: 'decide_dependent',
  tag: 'quality',
  summary: 'Decide whether a task runs although some of the tasks it depends on failed, by how they failed.',
  scope: 'write',
  effects: ['write'],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/decide_dependent',
  input: z.strictObject({
    dependencies: z
      .array(
        z.strictObject({
          id: identifier(500).describe('The task depended on; its node id where runId is given'),
          status: z.enum(['completed', 'failed']),
          failureMode: maybe(z.enum(['timeout', 'rate-limit', 'error', 'quality', 'hollow', 'cascade'])).describe(
            'How it failed, as classify_failure names it; error when absent',
          ),
        }),
      )
      .max(10_000)
      .describe('Every task it depends on'),
    threshold: maybe(unit).describe(
      'Share that must have completed, 0 to 1; overrides the thresholds of the failure modes, and what the chain or the project sets',
    ),
    ...onRun,
  }),
  output: z.object({
    run: z.boolean(),
    ratio: z.number().describe('Share of the dependencies that completed, 0 to 1; 1 without any'),
    threshold: z.number().describe('The share in force, 0 to 1'),
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
