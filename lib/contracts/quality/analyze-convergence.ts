import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { convergenceState, unit } from '../primitives'
import { attempt, maybe } from './shapes'

export const analyzeConvergence = contract({
  name: 'analyze_convergence',
  tag: 'quality',
  summary: 'Name the trend of a series of scores (improving, plateauing, degrading, oscillating) and whether to go on.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/analyze_convergence',
  input: z.strictObject({
    scores: z.array(unit).max(10_000).describe('Scores of the attempts in order, each 0 to 1'),
    tolerance: maybe(unit).describe('Change that counts as none; 0.02 by default'),
  }),
  output: z.object({
    state: convergenceState.describe('Read from the last two or three changes'),
    action: z
      .enum(['continue', 'stop_accept_best', 'stop_revert_best', 'stop_contradictory'])
      .describe('What the trend asks for'),
    best: attempt.nullable().describe('The highest score, the earliest of equals; null without a score'),
    tolerance: z.number().describe('The tolerance in force'),
  }),
  examples: [
    {
      body: { scores: [0.55, 0.62, 0.71] },
      answer: { state: 'improving', action: 'continue', best: { iteration: 3, score: 0.71 }, tolerance: 0.02 },
    },
  ],
})
