import { v7 as uuid } from 'uuid'
import type { WeeklyMetric } from '@/lib/contracts/weekly/report'
import {
  addWeeklyAction as addWeeklyActionContract,
  listWeeklyActions as listWeeklyActionsContract,
  updateWeeklyAction as updateWeeklyActionContract,
  type WeeklyAction,
} from '@/lib/contracts/weekly/weeks'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { byIds, loadActions, ofWeek } from './action-store'
import { writeMarkdown } from './make'
import { assertBegun, loadZone, type ProjectZone, weekPeriod } from './period'
import { loadWeekSums, metricOf } from './sums'

export const listWeeklyActions = operation(listWeeklyActionsContract, async (ctx, { week }) => {
  assertBegun(week, (await loadZone(ctx.db, ctx.project.id, ctx.now())).currentWeek)
  return { actions: await loadActions(ctx.db, ctx.project.id, ofWeek(week)) }
})

/** Adds an action, with the current value of its metric in that week. */
export const addWeeklyAction = operation(
  addWeeklyActionContract,
  async (ctx, { week, text, ownerId, dueOn, metric }) => {
    const projectId = ctx.project.id
    const zone = await loadZone(ctx.db, projectId, ctx.now())
    assertBegun(week, zone.currentWeek)
    await assertMember(ctx, ownerId)
    const measured = metric && (await measureMetric(ctx, zone, week, metric))
    const id = uuid()
    await inTransaction(ctx, async (tx) => {
      await tx.weeklyAction.create({
        data: {
          projectId,
          id,
          week,
          text,
          ownerId,
          dueOn: dueOn ? new Date(dueOn) : null,
          metric: measured?.metric ?? Prisma.DbNull,
          chainId: measured?.chainId ?? null,
          createdBy: actorName(ctx.actor),
          createdAt: ctx.now(),
        },
      })
      await audit(tx, ctx, 'weekly.action_added', {
        subject: `weekly_action:${id}`,
        after: { week, text, ownerId, dueOn },
      })
      await announce(tx, { project: projectId, topic: 'weekly', id: week })
    })
    return { action: await actionChanged(ctx, week, id) }
  },
)

/** Updates the given fields of an action; the previous values are audited. */
export const updateWeeklyAction = operation(updateWeeklyActionContract, async (ctx, { week, actionId, ...changes }) => {
  const projectId = ctx.project.id
  await inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT id::text FROM weekly_action WHERE project_id = ${projectId}::uuid AND id = ${actionId}::uuid FOR UPDATE`
    const before = await tx.weeklyAction.findFirst({ where: { projectId, id: actionId, week } })
    if (!before) throw notFound('action')
    // A person who left the project keeps their actions until someone else is assigned.
    if (changes.ownerId !== before.ownerId) await assertMember(ctx, changes.ownerId)
    const { text, ownerId, dueOn, status } = changes
    const isClosed = (status ?? before.status) !== 'open'
    await tx.weeklyAction.update({
      where: { projectId_id: { projectId, id: actionId } },
      data: {
        ...(text !== undefined && { text }),
        ...(ownerId !== undefined && { ownerId }),
        ...(dueOn !== undefined && { dueOn: dueOn ? new Date(dueOn) : null }),
        ...(status !== undefined && { status }),
        closedAt: isClosed ? (before.closedAt ?? ctx.now()) : null,
      },
    })
    const { text: _, ownerId: owner, status: state } = before
    const was = { text: before.text, ownerId: owner, status: state, dueOn: before.dueOn?.toISOString() ?? null }
    await audit(tx, ctx, 'weekly.action_changed', { subject: `weekly_action:${actionId}`, before: was, after: changes })
    await announce(tx, { project: projectId, topic: 'weekly', id: week })
  })
  return { action: await actionChanged(ctx, week, actionId) }
})

/** Loads a changed action, and rewrites the file of its week if that week has a page. */
async function actionChanged(ctx: ProjectContext, week: string, id: string): Promise<WeeklyAction> {
  const [action] = await loadActions(ctx.db, ctx.project.id, byIds([id]))
  if (!action) throw notFound('action')
  if (await ctx.db.weeklyReview.findFirst({ where: { projectId: ctx.project.id, week }, select: { revision: true } }))
    await writeMarkdown(ctx, week)
  return action
}

/** Checks that an owner is a member of the project; null is allowed. @throws invalid_input naming `ownerId` */
async function assertMember(ctx: ProjectContext, ownerId: string | null | undefined): Promise<void> {
  if (!ownerId) return
  const membership = await ctx.db.membership.findUnique({
    where: { projectId_userId: { projectId: ctx.project.id, userId: ownerId } },
    select: { userId: true },
  })
  if (!membership) throw invalidInput([{ path: 'ownerId', message: 'is no member of this project' }])
}

/**
 * Measures an action's metric in its week.
 * @throws invalid_input naming `metric.chain` when there is no such chain
 */
async function measureMetric(
  ctx: ProjectContext,
  { timeZone }: ProjectZone,
  week: string,
  target: Pick<WeeklyMetric, 'kind' | 'chain'>,
): Promise<{ metric: WeeklyMetric; chainId: string | null }> {
  const projectId = ctx.project.id
  const period = weekPeriod(week, timeZone, ctx.now())
  const metric = metricOf(target, await loadWeekSums(ctx.db, projectId, period))
  if (target.chain === null) return { metric, chainId: null }
  const chain = await ctx.db.chain.findUnique({
    where: { projectId_name: { projectId, name: target.chain } },
    select: { id: true },
  })
  if (!chain) throw invalidInput([{ path: 'metric.chain', message: `there is no chain ${target.chain}` }])
  return { metric, chainId: chain.id }
}
