import { AppError } from '@/lib/operations/errors'

const MIB = 1024 * 1024
const BUDGET = 256 * MIB
/** Bodies below this size are accepted up to `SMALL_TOO` times the budget: a decision gets through while large bodies wait. */
const FREE = 256 * 1024
/** Multiple of the budget at which small bodies are refused too. */
const SMALL_TOO = 1.5
const RETRY_AFTER_S = 1

/** Reserves memory for more bytes of a body. @throws AppError unavailable */
export type Claim = (bytes: number) => void

let claimed = 0

/**
 * Runs `work` with memory reserved for a body, released when it finishes. The total over all bodies of this process is limited:
 * above the budget large bodies are refused with a retry, above 1.5 times the budget small ones too.
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
