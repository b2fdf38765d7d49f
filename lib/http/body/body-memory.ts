import { AppError } from '@/lib/operations/errors'

const MIB = 1024 * 1024
const BUDGET = 256 * MIB
/** What every body may take without asking: a decision gets through while large bodies wait. */
const FREE = 256 * 1024
const RETRY_AFTER_S = 1

/** Asks for room for so many more bytes of a body. @throws AppError unavailable */
export type Claim = (bytes: number) => void

let claimed = 0

/**
 * Runs `work` with room for a body; it is given back when the work is over. What all bodies of this process take at a time
 * is bounded: beyond it a large one is refused, to be sent again.
 */
export async function withBodyMemory<T>(work: (claim: Claim) => Promise<T>, budget = BUDGET): Promise<T> {
  let own = 0
  const claim: Claim = (bytes) => {
    own += bytes
    claimed += bytes
    if (own > FREE && claimed > budget)
      throw new AppError('unavailable', 'too many large bodies at once: send it again shortly', [], RETRY_AFTER_S)
  }
  try {
    return await work(claim)
  } finally {
    claimed -= own
  }
}
