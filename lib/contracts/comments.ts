import { z } from 'zod'
import { contract } from './contract'
import { commentMost } from './limits'
import { id, isoTime, plainText, queryInt } from './primitives'

const commentId = id
const body = plainText(commentMost.body).min(1)
const mentions = z.array(id).max(commentMost.mentions).default([]).describe('Members to notify')
const named = z
  .boolean()
  .default(false)
  .describe(
    'Also notifies the members whose names follow an @ in the text; of namesakes one, with the e-mail in parentheses',
  )
const runId = plainText(200).min(1).describe("The desk's id of the run, or the client's")

export const commentView = z.object({
  id,
  stepId: z.string().nullable().describe('The transcript step it refers to; null for the whole run'),
  quote: z.string().nullable().describe('The quoted text of the step; null for none'),
  quoteStart: z.number().int().nullable().describe("Offset of the quote in the step's text; null if unknown"),
  body: z.string(),
  by: z.string(),
  isOwn: z.boolean().describe('Written by the caller'),
  mentions: z.array(z.object({ userId: id, name: z.string() })),
  createdAt: isoTime,
  editedAt: isoTime.nullable().describe('When its author last changed the text; null if never'),
  resolved: z.object({ at: isoTime, by: z.string() }).nullable(),
})

export const listComments = contract({
  name: 'comments.list',
  summary:
    'List the newest comments on a run and its steps, oldest first, without deleted ones; with `cursor` those before. During a blind review the caller sees only their own until they submit the verdict.',
  scope: 'read',
  target: 'GET /api/v1/comments',
  input: z.strictObject({ runId, limit: queryInt(1, 500).default(500), cursor: z.string().max(500).optional() }),
  output: z.object({
    comments: z.array(commentView),
    earlier: z.number().int().default(0).describe('Comments that the caller may see before these'),
    next: z.string().nullable().default(null),
    covered: z
      .number()
      .int()
      .default(0)
      .describe('Comments of others that are hidden until the caller submits a verdict'),
  }),
})

export const addComment = contract({
  name: 'comments.create',
  summary: 'Comment on a run, on a step, or on text within a step. Mentioned members are notified.',
  scope: 'member',
  target: 'POST /api/v1/comments',
  input: z
    .strictObject({
      runId,
      stepId: plainText(600).min(1).optional().describe('Step id as in the address of the step: `?step=`'),
      quote: plainText(commentMost.quote).min(1).optional().describe('The quoted text, exactly as in the step'),
      quoteStart: z.number().int().min(0).optional(),
      body,
      mentions,
      named,
    })
    .refine(({ quote, stepId }) => quote === undefined || stepId !== undefined, {
      path: ['stepId'],
      error: 'name the step that contains the quote',
    }),
  output: z.object({ comment: commentView }),
  examples: [{ body: { runId: 'run-1', stepId: 'search', body: 'It looked in the wrong index.', mentions: [] } }],
})

export const editComment = contract({
  name: 'comments.edit',
  summary:
    'Change the text of a comment of your own. Members who were not mentioned before are notified. The audit log keeps the old text.',
  scope: 'member',
  hints: { idempotent: true },
  target: 'POST /api/v1/comments/{commentId}/edit',
  input: z.strictObject({ commentId, runId, body, mentions, named }),
  output: z.object({ comment: commentView }),
  examples: [{ body: { runId: 'run-1', body: 'It looked in the wrong index, twice.', mentions: [] } }],
})

export const resolveComment = contract({
  name: 'comments.resolve',
  summary: 'Resolve a comment, or reopen it. Any member may.',
  scope: 'member',
  hints: { idempotent: true },
  target: 'POST /api/v1/comments/{commentId}/resolve',
  input: z.strictObject({ commentId, runId, resolved: z.boolean().default(true).describe('False reopens it') }),
  output: z.object({ comment: commentView }),
})

export const deleteComment = contract({
  name: 'comments.delete',
  summary: 'Delete a comment of your own. The record keeps it.',
  scope: 'member',
  hints: { destructive: true },
  target: 'POST /api/v1/comments/{commentId}/delete',
  input: z.strictObject({ commentId, runId }),
  output: z.object({ deleted: z.literal(true) }),
})

export type CommentView = z.infer<typeof commentView>
