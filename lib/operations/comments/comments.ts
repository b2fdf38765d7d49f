import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import {
  addComment as addContract,
  type CommentView,
  commentView,
  deleteComment as deleteContract,
  editComment as editContract,
  listComments as listContract,
  resolveComment as resolveContract,
} from '@/lib/contracts/comments'
import type { Tx } from '@/lib/db/client'
import type { Comment } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { startOf } from '@/lib/presentation/format/text'
import { audit } from '../audit'
import { findBlindItem } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { keysetCursor } from '../keyset-cursor'
import { announce } from '../live/changes'
import { mentionText, notify } from '../notifications/notify'
import { operation } from '../operation'
import { loadRunId } from '../runs/find'
import { lockRun } from '../runs/lock'
import { loadMentioned } from './mentioned'

/** Position before a page: its oldest comment. */
const cursors = keysetCursor(z.uuid())

/** Lists the newest comments on a run, oldest first. During a blind review those of others are only counted. */
export const listComments = operation(listContract, async (ctx, { limit, cursor, ...input }) => {
  const runId = await loadRunId(ctx, input.runId)
  const before = cursor === undefined ? undefined : cursors.decode(cursor)
  const all = { projectId: ctx.project.id, runId, deletedAt: null }
  const isBlind = (await findBlindItem(ctx, runId)) !== null
  const person = personOf(ctx.actor)
  const own = person ? [person.userId] : []
  const seen = isBlind ? { ...all, userId: { in: own } } : all
  const older = (id: string | undefined) => (id === undefined ? seen : { ...seen, id: { lt: id } })
  const rows = await ctx.db.comment.findMany({ where: older(before), orderBy: { id: 'desc' }, take: limit + 1 })
  const { page, next } = cursors.cut(rows, limit, ({ id }) => id)
  return {
    comments: page.toReversed().map((row) => toView(ctx, row)),
    earlier: next === null ? 0 : await ctx.db.comment.count({ where: older(page.at(-1)?.id) }),
    next,
    covered: isBlind ? await ctx.db.comment.count({ where: { ...all, userId: { notIn: own } } }) : 0,
  }
})

/** Adds a comment to a run, a step, or words of it, and notifies mentioned people. Viewers may comment, since comments decide nothing. */
export const addComment = operation(addContract, async (ctx, input) => {
  const { userId, name: by } = authorOf(ctx)
  const runId = await loadRunId(ctx, input.runId)
  const mentions = await loadMentioned(ctx, input)
  const row = {
    projectId: ctx.project.id,
    runId,
    id: uuid(),
    stepId: input.stepId ?? null,
    quote: input.quote ?? null,
    quoteStart: input.quoteStart ?? null,
    body: input.body,
    userId,
    by,
    mentions,
    createdAt: ctx.now(),
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    deletedAt: null,
  }
  return inTransaction(ctx, async (tx) => {
    await lockRun(tx, ctx.project.id, runId)
    await tx.$executeRaw(insertRows('comment', [row]))
    const comment = toView(ctx, row)
    await audit(tx, ctx, 'run.comment', { subject: `run:${runId}`, after: { ...comment } })
    await notifyMentioned(tx, ctx, row)
    await announce(tx, { project: ctx.project.id, topic: 'comments' })
    return { comment }
  })
})

/** Replaces text and mentions of the caller's own comment, and notifies people who were not mentioned before. */
export const editComment = operation(editContract, async (ctx, input) => {
  const { userId } = authorOf(ctx)
  const { body } = input
  const mentions = await loadMentioned(ctx, input)
  return change(ctx, input, async (tx, row) => {
    if (row.userId !== userId) throw new AppError('forbidden', 'only the author of a comment can edit it')
    const before = toView(ctx, row)
    const known = new Set(before.mentions.map((person) => person.userId))
    const added = mentions.filter((person) => !known.has(person.userId))
    const isSameText = row.body === body
    if (isSameText && added.length === 0 && mentions.length === known.size) return { comment: before }
    const after = { body, mentions, editedAt: isSameText ? row.editedAt : ctx.now() }
    await tx.comment.update({ where: keyOf(row), data: after })
    const comment = toView(ctx, { ...row, ...after })
    await audit(tx, ctx, 'run.comment_edited', {
      subject: `run:${row.runId}`,
      before: { ...before },
      after: { ...comment },
    })
    await notifyMentioned(tx, ctx, { ...row, body, mentions: added })
    return { comment }
  })
})

export const resolveComment = operation(resolveContract, (ctx, { resolved, ...input }) => {
  const { name: by } = authorOf(ctx)
  return change(ctx, input, async (tx, row) => {
    if ((row.resolvedAt !== null) === resolved) return { comment: toView(ctx, row) }
    const after = { resolvedAt: resolved ? ctx.now() : null, resolvedBy: resolved ? by : null }
    await tx.comment.update({ where: keyOf(row), data: after })
    const comment = toView(ctx, { ...row, ...after })
    const action = resolved ? 'run.comment_resolved' : 'run.comment_reopened'
    await audit(tx, ctx, action, {
      subject: `run:${row.runId}`,
      before: { ...toView(ctx, row) },
      after: { ...comment },
    })
    return { comment }
  })
})

/** Deletes the caller's own comment: it is hidden but kept. What was quoted of it in notifications is removed. */
export const deleteComment = operation(deleteContract, (ctx, input) => {
  const { userId } = authorOf(ctx)
  return change(ctx, input, async (tx, row) => {
    if (row.userId !== userId) throw new AppError('forbidden', 'only the author of a comment can delete it')
    await tx.comment.update({ where: keyOf(row), data: { deletedAt: ctx.now() } })
    await forgetExcerpts(tx, row)
    await audit(tx, ctx, 'run.comment_deleted', { subject: `run:${row.runId}`, before: { ...toView(ctx, row) } })
    return { deleted: true as const }
  })
})

type Named = { runId: string; commentId: string }

/** Changes an existing comment, locked in this transaction, and notifies open pages. */
async function change<T>(ctx: ProjectContext, named: Named, work: (tx: Tx, row: Comment) => Promise<T>): Promise<T> {
  const runId = await loadRunId(ctx, named.runId)
  const key = { projectId: ctx.project.id, runId, id: named.commentId }
  return inTransaction(ctx, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM comment WHERE project_id = ${key.projectId}::uuid AND run_id = ${runId}::uuid AND id = ${key.id}::uuid FOR UPDATE`
    const row = await tx.comment.findUnique({ where: { projectId_runId_id: key } })
    if (!row || row.deletedAt !== null) throw notFound('comment')
    const result = await work(tx, row)
    await announce(tx, { project: ctx.project.id, topic: 'comments' })
    return result
  })
}

const keyOf = ({ projectId, runId, id }: Comment) => ({ projectId_runId_id: { projectId, runId, id } })

function authorOf({ actor }: Pick<ProjectContext, 'actor'>) {
  const person = personOf(actor)
  if (!person) throw new AppError('forbidden', 'comments are for people: sign in')
  return person
}

const EXCERPT = 140

async function notifyMentioned(
  tx: Tx,
  ctx: ProjectContext,
  row: Pick<Comment, 'runId' | 'id' | 'stepId' | 'body' | 'by' | 'userId'> & { mentions: Mentions },
) {
  const userIds = row.mentions.map(({ userId }) => userId).filter((userId) => userId !== row.userId)
  if (userIds.length === 0) return
  const run = await tx.runSummary.findUniqueOrThrow({
    where: { projectId_id: { projectId: ctx.project.id, id: row.runId } },
    select: { clientId: true },
  })
  const excerpt = row.body.length > EXCERPT ? `${startOf(row.body, EXCERPT)}…` : row.body
  const text = mentionText(row.by, run.clientId, excerpt.replace(/\s+/g, ' '))
  const step = row.stepId === null ? '' : `?${new URLSearchParams({ step: row.stepId })}`
  const link = `/runs/${row.runId}${step}#comment-${row.id}`
  await notify(tx, ctx.project.id, [{ userIds, kind: 'mentioned', text, link }], ctx.now())
}

/** Replaces the text of the notifications about a comment, and of their mails. */
async function forgetExcerpts(tx: Tx, { projectId, id, by, createdAt }: Comment): Promise<void> {
  const text = `${by} mentioned you in a comment that was deleted`
  const about = { projectId, kind: 'mentioned', link: { endsWith: `#comment-${id}` }, at: { gte: createdAt } }
  const { count } = await tx.notification.updateMany({ where: about, data: { text } })
  if (count === 0) return
  await tx.mail.updateMany({ where: about, data: { text } })
  await announce(tx, { project: projectId, topic: 'notifications' })
}

const storedMentions = z.array(commentView.shape.mentions.element)
type Mentions = z.infer<typeof storedMentions>

function toView(
  { actor }: Pick<ProjectContext, 'actor'>,
  row: Omit<Comment, 'mentions'> & { mentions: unknown },
): CommentView {
  const { id, stepId, quote, quoteStart, body, by, createdAt, editedAt, resolvedAt, resolvedBy } = row
  return {
    id,
    stepId,
    quote,
    quoteStart,
    body,
    by,
    isOwn: personOf(actor)?.userId === row.userId,
    mentions: storedMentions.parse(row.mentions),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    resolved: resolvedAt === null ? null : { at: resolvedAt.toISOString(), by: resolvedBy ?? '' },
  }
}
