import { AppError } from '@/lib/operations/errors'

const MIB = 1024 * 1024
const BUDGET = 256 * MIB
/** What a body may take beyond the budget: a decision gets through while large bodies wait. */
const FREE = 256 * 1024
/** Where all bodies together take so many times the budget, small ones are refused too. */
const SMALL_TOO = 1.5
const RETRY_AFTER_S = 1

/** Asks for room for so many more bytes of a body. @throws AppError unavailable */
export type Claim = (bytes: number) => void

let claimed = 0

/**
 * Runs `work` with room for a body; it is given back when the work is over. What all bodies of this process take at a time
 * is bounded: beyond it a large one is refused, to be sent again, and half beyond it a small one too.
 */
export async function withBodyMemory<T>(work: (claim: Claim) => Promise<T>, budget = BUDGET): Promise<T> {
  let own = 0
  const claim: Claim = (bytes) => {
    own += bytes
    claimed += bytes
    if (claimed > (own > FREE ? budget : SMALL_TOO * budget))
      throw new AppError('unavailable', 'too much is sent at once: send it again shortly', [], RETRY_AFTER_S)
  }
  try {
    return await work(claim)
  } finally {
    claimed -= own
  }
}
