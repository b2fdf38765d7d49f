import { getDeadLetter as contract, deadLetterEvent } from '@/lib/contracts/dead-letters'
import { operation } from '../operation'
import { toView } from './dead-letter-row'
import { loadDeadLetter } from './load-dead-letter'

export const getDeadLetter = operation(contract, async (ctx, { deadLetterId }) => {
  const item = await loadDeadLetter(ctx.db, ctx.project.id, deadLetterId)
  const events = await ctx.db.deadLetterEvent.findMany({
    where: { projectId: ctx.project.id, deadLetterId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  const now = ctx.now()
  return {
    item: toView(item, now),
    events: events.map(({ kind, at, ...event }) => ({
      ...event,
      kind: deadLetterEvent.shape.kind.parse(kind),
      at: at.toISOString(),
    })),
    now: now.toISOString(),
  }
})
