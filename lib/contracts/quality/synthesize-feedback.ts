import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { unit } from '../primitives'
import { maybe } from './shapes'

const words = z.string().min(1).max(10_000)

export const synthesizeFeedback = contract({
  name: 'synthesize_feedback',
  tag: 'quality',
  summary:
    'Turn the issues and strengths of an attempt into guidance for the next one: critical first, at most 8, strengths kept.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/synthesize_feedback',
  input: z.strictObject({
    overallScore: unit.nullable().describe('Score of the attempt, 0 to 1; null where it has none'),
    issues: z
      .array(
        z.strictObject({
          field: words.describe('What the issue is about'),
          issue: words,
          fix: maybe(z.string().max(10_000)),
          severity: maybe(z.string().max(50)).describe(
            'critical, error, warning or info (also blocker, high, major, medium, minor, low); error by default',
          ),
        }),
      )
      .max(10_000)
      .describe('What is wrong with the attempt'),
    strengths: maybe(z.array(z.string().max(10_000)).max(1000)).describe('What the next attempt must not lose'),
  }),
  output: z.object({
    overall_score: z.number().nullable().describe('0 to 1'),
    specific_issues: z
      .array(z.object({ field: z.string(), issue: z.string(), fix: z.string().nullable() }))
      .describe('At most 8, critical first, repeated ones once'),
    strengths_to_preserve: z.array(z.string()).describe('What must not be rewritten'),
    iteration_guidance: z.string().describe('The guidance in a few sentences'),
  }),
  examples: [
    {
      body: {
        overallScore: 0.64,
        issues: [{ field: 'due_date', issue: 'is missing', fix: 'Read it from the footer.', severity: 'error' }],
        strengths: ['The total is right.'],
      },
      answer: {
        overall_score: 0.64,
        specific_issues: [{ field: 'due_date', issue: 'is missing', fix: 'Read it from the footer.' }],
        strengths_to_preserve: ['The total is right.'],
        iteration_guidance: 'Focus on due_date. Do not rewrite what already works: The total is right..',
      },
    },
  ],
})
