import { z } from 'zod'
import { contract } from '../contract'
import { isoTime, json, name, plainText, queryInt } from '../primitives'
import { maybe } from '../quality/shapes'
import { sessionStates } from '../vocabulary'
import { exampleStep, sessionId, stepOutcome, thoughtAnswer, wireNumber, withAliases } from './think'

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
    client_step: json.nullable().describe('The step as described by the client'),
    recorded_at: isoTime,
  })

export const getThinkingHistory = contract({
  name: 'get_thinking_history',
  tag: 'quality',
  summary: 'Get the thoughts of a sequential thinking session, in order of arrival, and the ids of its branches.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  target: 'POST /api/v1/quality/get_thinking_history',
  input: withAliases(
    z.strictObject({
      session_id: sessionId,
      branch_id: maybe(name).describe('Only the thoughts of this branch'),
      limit: maybe(wireNumber(z.int().min(1).max(100_000))).describe('Only the newest thoughts; default: all'),
    }),
  ),
  output: z.object({
    session_id: z.string(),
    thoughts: z.array(historyThought),
    branches: z.array(z.string()),
    total: z.int().describe('Number of matching thoughts, including those beyond the limit'),
  }),
  examples: [
    {
      body: { session_id: 'flaky-login-test', limit: 1 },
      answer: {
        session_id: 'flaky-login-test',
        thoughts: [
          {
            thought_number: 1,
            total_thoughts: 4,
            next_thought_needed: true,
            workflow: 'test',
            matched_on: 'workflow',
            current_step: exampleStep,
            revises_thought: null,
            unavailable_recommendations: [],
            verification_target: 'the login test',
            thought:
              'The login test fails about once in ten runs. First reproduce it, then read the log of a failing run.',
            is_revision: false,
            branch_id: null,
            branch_from_thought: null,
            step_outcome: null,
            client_step: null,
            recorded_at: '2026-11-21T18:48:02.845Z',
          },
        ],
        branches: [],
        total: 1,
      },
    },
  ],
})

export const clearThinkingHistory = contract({
  name: 'clear_thinking_history',
  tag: 'quality',
  summary: 'Delete all thoughts of a sequential thinking session; the next one may start with number 1 again.',
  scope: 'write',
  rate: 'quality',
  hints: { destructive: true, idempotent: true },
  target: 'POST /api/v1/quality/clear_thinking_history',
  input: withAliases(z.strictObject({ session_id: sessionId })),
  output: z.object({ session_id: z.string(), cleared: z.int().describe('Number of thoughts deleted') }),
  examples: [{ body: { session_id: 'flaky-login-test' }, answer: { session_id: 'flaky-login-test', cleared: 1 } }],
})

export type HistoryThought = z.infer<typeof historyThought>

const sessionState = z.enum(sessionStates)

export const sessionRow = z.object({
  id: z.string(),
  target: z.string().nullable(),
  workflow: z.string().nullable(),
  thoughts: z.int(),
  branches: z.int(),
  /** finished: the last thought needs no further one; cleared: all thoughts were deleted. */
  state: sessionState,
  createdBy: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const listThinkingSessions = contract({
  name: 'thinking.list',
  summary: 'List sequential thinking sessions, most recently active first.',
  scope: 'read',
  target: 'GET /api/v1/thinking',
  input: z.strictObject({
    text: plainText(200).optional().describe('Text in the id or the target'),
    state: sessionState.optional(),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({ sessions: z.array(sessionRow), next: z.string().nullable() }),
})

/** A thought as shown in the tree. `ordinal`: order of arrival in the session, from 1. */
export const thoughtNode = z.object({
  ordinal: z.int(),
  number: z.int(),
  branchId: z.string().nullable(),
  /** Where its branch starts; null on the main line. `parentId` null: on the main line. */
  origin: z.object({ number: z.int(), parentId: z.string().nullable() }).nullable(),
  /** Beginning of the thought. */
  text: z.string(),
  isCut: z.boolean(),
  revises: z.int().nullable(),
  outcome: stepOutcome.nullable(),
  workflow: z.string().nullable(),
  step: z.object({ number: z.int(), count: z.int(), description: z.string() }),
  tools: z.array(z.object({ name: z.string(), confidence: z.number() })),
  unavailable: z.int(),
  suggests: z.enum(['revision', 'branch']).nullable(),
  recordedAt: isoTime,
})

/** All thoughts, or those after ordinal `after`. `firstOrdinal`: the oldest stored one; null if there is none. */
export const getThinkingSession = contract({
  name: 'thinking.get',
  summary: 'Get one sequential thinking session: its thoughts in order of arrival, shortened, for drawing the tree.',
  scope: 'read',
  target: 'GET /api/v1/thinking/{sessionId}',
  input: z.strictObject({ sessionId, after: queryInt(0, 2_000_000_000).default(0) }),
  output: z.object({
    session: sessionRow,
    thoughts: z.array(thoughtNode),
    firstOrdinal: z.int().nullable(),
    lastOrdinal: z.int(),
  }),
})

export const thoughtDetail = historyThought.extend({
  warnings: thoughtAnswer.shape.warnings,
  adjusted: z.boolean(),
})

export const getThought = contract({
  name: 'thinking.thought',
  summary:
    'Get one thought in full: its step, recommended tools with their factors, and the suggestion from its outcome.',
  scope: 'read',
  target: 'GET /api/v1/thinking/{sessionId}/thoughts/{ordinal}',
  input: z.strictObject({ sessionId, ordinal: queryInt(1, 2_000_000_000) }),
  output: z.object({ thought: thoughtDetail }),
})

export const exportThinkingSession = contract({
  name: 'thinking.export',
  summary: 'Export a sequential thinking session as a Markdown document.',
  scope: 'read',
  target: 'GET /api/v1/thinking/{sessionId}/export',
  input: z.strictObject({ sessionId }),
  output: z.object({ filename: z.string(), markdown: z.string() }),
})

export type SessionRow = z.infer<typeof sessionRow>
export type SessionState = z.infer<typeof sessionState>
export type ThinkingSessionView = z.infer<typeof getThinkingSession.output>
export type ThoughtNode = z.infer<typeof thoughtNode>
export type ThoughtDetail = z.infer<typeof thoughtDetail>
