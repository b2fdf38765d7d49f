import { AppError } from '@/lib/operations/errors'

const MIB = 1024 * 1024
const BUDGET = 256 * MIB
/** Bodies below this size are accepted up to `SMALL_BODY_FACTOR` times the budget: a decision gets through while large bodies wait. */
const SMALL_BODY_BYTES = 256 * 1024
/** Multiple of the budget at which small bodies are refused too. */
const SMALL_BODY_FACTOR = 1.5
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
    if (claimed > (own > SMALL_BODY_BYTES ? budget : SMALL_BODY_FACTOR * budget))
      throw new AppError('unavailable', 'too many large bodies are being processed: retry shortly', [], RETRY_AFTER_S)
  }
  try {
    return await work(claim)
  } finally {
    claimed -= own
  }
}
