import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { invalidInput } from '../errors'
import { type Operation, operation } from '../operation'
import { withinTime } from '../within-time'

const LIMIT_MS = 3000

/**
 * A stateless tool: a contract over one synchronous function of the engine. An input that takes seconds to check is refused,
 * since nobody else is served meanwhile.
 */
export function tool<I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O, 'read'>,
  work: (input: z.output<I>) => z.input<O>,
  limitMs = LIMIT_MS,
): Operation<I, O, 'read'> {
  return operation(contract, async (_ctx, input) => {
    const done = withinTime(limitMs, () => work(input))
    if (done) return done.value
    throw invalidInput([
      { path: '', message: `takes longer than ${limitMs / 1000} s to check: send less, or simpler rules` },
    ])
  })
}
