import { updateWeeklyAction as contract } from '@/lib/contracts/weekly/actions'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { actionChanged } from './action-changed'
import { assertMember } from './assert-member'

/** Changes what is given of an action and leaves the rest; what it was before stays on record. */
export const updateWeeklyAction = operation(contract, async (ctx, { week, actionId, ...changes }) => {
  const projectId = ctx.project.id
  await inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT id::text FROM weekly_action WHERE project_id = ${projectId}::uuid AND id = ${actionId}::uuid FOR UPDATE`
    const before = await tx.weeklyAction.findFirst({ where: { projectId, id: actionId, week } })
    if (!before) throw notFound('action')
    // Whoever left the project keeps what is theirs until somebody takes it over.
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
    await audit(tx, ctx, 'weekly.action_changed', `weekly_action:${actionId}`, was, changes)
    await announce(tx, { project: projectId, topic: 'weekly', id: week })
  })
  return { action: await actionChanged(ctx, week, actionId) }
})
