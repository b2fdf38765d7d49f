import { v7 as uuid } from 'uuid'
import { addWeeklyAction as contract } from '@/lib/contracts/weekly/actions'
import { Prisma } from '@/lib/db/generated/client'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { actionChanged } from './action-changed'
import { assertMember } from './assert-member'
import { assertBegun } from './known-week'
import { measureMetric } from './measure-metric'
import { loadZone } from './week-period'

/** Writes an action down, with the number it is meant to move as that is in its week. */
export const addWeeklyAction = operation(contract, async (ctx, { week, text, ownerId, dueOn, metric }) => {
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
    await audit(tx, ctx, 'weekly.action_added', `weekly_action:${id}`, null, { week, text, ownerId, dueOn })
    await announce(tx, { project: projectId, topic: 'weekly', id: week })
  })
  return { action: await actionChanged(ctx, week, id) }
})
