import { actOnDeadLetters as contract } from '@/lib/contracts/dead-letters'
import { operation } from '../operation'
import { moveDeadLetters } from './move-dead-letters'

export const actOnDeadLetters = operation(contract, async (ctx, input) => {
  const results = await moveDeadLetters(ctx, input)
  const done = results.filter((result) => result.ok).length
  return { done, refused: results.length - done, results }
})
