import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { onRun, overrides } from './on-run'
import { maybe } from './shapes'

const text = z.string().max(100_000)
const count = z.number().int().min(0).max(1_000_000)

export const generateFixupTask = contract({
  name: 'generate_fixup_task',
  tag: 'quality',
  summary:
    'Make the task that repairs one which failed its quality gate: its description with the feedback, in the next wave. Says when a foundation task is to be retried once more first.',
  scope: 'write',
  effects: ['write'],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/generate_fixup_task',
  input: z.strictObject({
    task: z
      .looseObject({
        id: maybe(z.string().max(500)),
        type: maybe(text).describe('Kept for the fixup; implement when absent'),
        description: maybe(text),
        dependents: maybe(count).describe('Number of tasks that wait for this one'),
      })
      .describe('The task that failed, as evaluate_quality_gate took it'),
    gateResult: z
      .looseObject({
        score: maybe(z.number().min(0).max(5)).describe('0 to 5; null where nothing was scored'),
        feedback: maybe(text),
        passed: z.boolean(),
        gateError: maybe(z.boolean()).describe('The judge gave no usable answer: there is no finding to fix'),
        foundation: maybe(z.boolean()).describe('As the gate said it; wins over the number of dependents'),
      })
      .describe('What evaluate_quality_gate answered'),
    completedDependencies: maybe(z.array(z.string().min(1).max(500)).max(10_000)).describe(
      'Dependencies of the failed task that completed',
    ),
    wave: maybe(count).describe('Wave of the failed task; 0 when absent'),
    extraRetryUsed: maybe(z.boolean()).describe(
      'The extra retry of a foundation task has been used; false when absent',
    ),
    config: maybe(
      z.strictObject({
        foundationMinDependents: maybe(z.number().int().min(1)).describe(
          'Dependents from which a task is a foundation; as the chain or the project sets it, else 3',
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
    foundation: z.boolean().describe('Others depend on it in number: threshold one lower, one retry more'),
    retryFirst: z.boolean().describe('Retry the failed task itself once more before this fixup is used'),
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
