import { z } from 'zod'
import { contract } from '../contract'
import { isoTime, plainText, queryInt } from '../primitives'
import { sessionStates } from '../vocabulary'
import { historyThought } from './history'
import { sessionId, stepOutcome, thoughtAnswer } from './sequential-thinking-qa'

export const sessionState = z.enum(sessionStates)

export const sessionRow = z.object({
  id: z.string(),
  target: z.string().nullable(),
  workflow: z.string().nullable(),
  thoughts: z.int(),
  branches: z.int(),
  /** finished: the last thought needed no other; cleared: none is kept. */
  state: sessionState,
  createdBy: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const listThinkingSessions = contract({
  name: 'thinking.list',
  tag: 'thinking',
  summary: 'Sequential thinking sessions, the latest active first.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/thinking',
  input: z.strictObject({
    text: plainText(200).optional().describe('In the id or the target'),
    state: sessionState.optional(),
    limit: queryInt(1, 200).default(50),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({ sessions: z.array(sessionRow), next: z.string().nullable() }),
})

/** A thought as the tree shows it. `ordinal`: order of arrival in the session, from 1. */
export const thoughtNode = z.object({
  ordinal: z.int(),
  number: z.int(),
  branchId: z.string().nullable(),
  /** Where its branch began; null on the main line. `parentId` null: on the main line. */
  origin: z.object({ number: z.int(), parentId: z.string().nullable() }).nullable(),
  /** The beginning of the thought. */
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

/** All thoughts, or those after ordinal `after`. `firstOrdinal`: the oldest kept; null when none is. */
export const getThinkingSession = contract({
  name: 'thinking.get',
  tag: 'thinking',
  summary: 'One sequential thinking session: its thoughts in order of arrival, short, for drawing the tree.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/thinking/{sessionId}',
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
  tag: 'thinking',
  summary: 'One thought in full: its step, recommended tools with their factors, and what its outcome suggests.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/thinking/{sessionId}/thoughts/{ordinal}',
  input: z.strictObject({ sessionId, ordinal: queryInt(1, 2_000_000_000) }),
  output: z.object({ thought: thoughtDetail }),
})

export const exportThinkingSession = contract({
  name: 'thinking.export',
  tag: 'thinking',
  summary: 'A sequential thinking session as a Markdown document.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/thinking/{sessionId}/export',
  input: z.strictObject({ sessionId }),
  output: z.object({ filename: z.string(), markdown: z.string() }),
})

export type SessionRow = z.infer<typeof sessionRow>
export type SessionState = z.infer<typeof sessionState>
export type ThinkingSessionView = z.infer<typeof getThinkingSession.output>
export type ThoughtNode = z.infer<typeof thoughtNode>
export type ThoughtDetail = z.infer<typeof thoughtDetail>
