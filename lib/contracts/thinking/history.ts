import { z } from 'zod'
import { contract } from '../contract'
import { isoTime, json, name } from '../primitives'
import { maybe } from '../quality/shapes'
import { sessionId, stepOutcome, thoughtAnswer } from './sequential-thinking-qa'
import { wireNumber, withAliases } from './wire'

export const historyThought = thoughtAnswer
  .pick({
    thought_number: true,
    total_thoughts: true,
    next_thought_needed: true,
    workflow: true,
    matched_on: true,
    current_step: true,
    revises_thought: true,
    unavailable_recommendations: true,
    suggested_revision: true,
    suggested_branch: true,
    verification_target: true,
  })
  .extend({
    thought: z.string(),
    is_revision: z.boolean(),
    branch_id: z.string().nullable(),
    branch_from_thought: z.int().nullable(),
    step_outcome: stepOutcome.nullable(),
    client_step: json.nullable().describe('The step as the client described it'),
    recorded_at: isoTime,
  })

export const getThinkingHistory = contract({
  name: 'get_thinking_history',
  summary: 'Read the thoughts of a sequential thinking session, in order of arrival, and the ids of its branches.',
  scope: 'read',
  effects: [],
  method: 'POST',
  path: '/api/v1/quality/get_thinking_history',
  input: withAliases(
    z.strictObject({
      session_id: sessionId,
      branch_id: maybe(name).describe('Only the thoughts of this branch'),
      limit: maybe(wireNumber(z.int().min(1).max(100_000))).describe('Only the newest of them; all when left out'),
    }),
  ),
  output: z.object({
    session_id: z.string(),
    thoughts: z.array(historyThought),
    branches: z.array(z.string()),
    total: z.int().describe('Thoughts that fit, also beyond the limit'),
  }),
})

export const clearThinkingHistory = contract({
  name: 'clear_thinking_history',
  summary: 'Remove all thoughts of a sequential thinking session; the next one may begin with number 1 again.',
  scope: 'write',
  effects: ['write'],
  hints: { destructive: true, idempotent: true },
  method: 'POST',
  path: '/api/v1/quality/clear_thinking_history',
  input: withAliases(z.strictObject({ session_id: sessionId })),
  output: z.object({ session_id: z.string(), cleared: z.int().describe('How many thoughts were removed') }),
})

export type HistoryThought = z.infer<typeof historyThought>
