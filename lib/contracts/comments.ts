import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, plainText } from './primitives'

const runId = plainText(200).min(1).describe("Ours or the client's")

export const commentView = z.object({
  id,
  stepId: z.string().nullable().describe('The step of the transcript it stands at; null for the run as a whole'),
  quote: z.string().nullable().describe('The words of the step that it marks; null for none'),
  quoteStart: z.number().int().nullable().describe("Where they begin in the step's text; null where that is not known"),
  body: z.string(),
  by: z.string(),
  isOwn: z.boolean().describe('Written by who asks'),
  mentions: z.array(z.object({ userId: id, name: z.string() })),
  createdAt: isoTime,
  resolved: z.object({ at: isoTime, by: z.string() }).nullable(),
})

export const listComments = contract({
  name: 'comments.list',
  tag: 'comments',
  summary:
    'What people said at a run and its steps, oldest first; what its author took down is left out. Who has the run for a blind review sees their own until the verdict.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/comments',
  input: z.strictObject({ runId }),
  output: z.object({
    comments: z.array(commentView),
    covered: z.number().int().default(0).describe('Comments of others that stay covered until the verdict of who asks'),
  }),
})

export const addComment = contract({
  name: 'comments.create',
  tag: 'comments',
  summary: 'Say something at a run, at a step of it, or at words of a step. Who is mentioned is told.',
  scope: 'member',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/comments',
  input: z
    .strictObject({
      runId,
      stepId: plainText(600).min(1).optional().describe('As the address of the step names it: `?step=`'),
      quote: plainText(2000).min(1).optional().describe('The words that it is about, as they stand in the step'),
      quoteStart: z.number().int().min(0).optional(),
      body: plainText(10_000).min(1),
      mentions: z.array(id).max(20).default([]).describe('Members who are told of it'),
    })
    .check((context) => {
      const { quote, stepId } = context.value
      if (quote !== undefined && stepId === undefined)
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: ['stepId'],
          message: 'name the step that the words stand in',
        })
    }),
  output: z.object({ comment: commentView }),
  examples: [{ body: { runId: 'run-1', stepId: 'search', body: 'It looked in the wrong index.', mentions: [] } }],
})

const commentId = id

export const resolveComment = contract({
  name: 'comments.resolve',
  tag: 'comments',
  summary: 'Resolve a comment, or open it again. Any member may.',
  scope: 'member',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/comments/{commentId}/resolve',
  input: z.strictObject({ commentId, runId, resolved: z.boolean().default(true).describe('False opens it again') }),
  output: z.object({ comment: commentView }),
})

export const deleteComment = contract({
  name: 'comments.delete',
  tag: 'comments',
  summary: "Take down a comment of one's own. The record keeps it.",
  scope: 'member',
  effects: ['write'],
  hints: { destructive: true },
  method: 'POST',
  path: '/api/v1/comments/{commentId}/delete',
  input: z.strictObject({ commentId, runId }),
  output: z.object({ deleted: z.literal(true) }),
})

export type CommentView = z.infer<typeof commentView>
