import { actOnDeadLetter as contract } from '@/lib/contracts/dead-letters'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { toView } from './dead-letter-row'
import { loadDeadLetter } from './load-dead-letter'
import { moveDeadLetters } from './move-dead-letters'

export const actOnDeadLetter = operation(contract, async (ctx, { deadLetterId, action, reason }) => {
  const [result] = await moveDeadLetters(ctx, { action, ids: [deadLetterId], reason })
  if (!result || result.status === null) throw notFound('dead letter')
  if (!result.ok) throw new AppError('conflict', result.error ?? 'it cannot be moved')
  return { item: toView(await loadDeadLetter(ctx.db, ctx.project.id, deadLetterId), ctx.now()) }
})
