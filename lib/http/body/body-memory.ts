import type { Context } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import { processWide } from '@/lib/process-wide'

const MIB = 1024 * 1024
const BUDGET = 256 * MIB
/** Bodies below this size are accepted up to `SMALL_BODY_FACTOR` times the budget: a decision gets through while large bodies wait. */
const SMALL_BODY_BYTES = 256 * 1024
/** Multiple of the budget at which small bodies are refused too. */
const SMALL_BODY_FACTOR = 1.5
const RETRY_AFTER_S = 1

/** Share of the budget that one sender's bodies may fill, so that slowly sent ones do not keep everybody else out. */
const SENDER_SHARE = 0.5

/** Reserves memory for more bytes of a body. @throws AppError unavailable */
export type Claim = (bytes: number) => void

/** The bytes of all bodies of this process, over whichever door they came, and those of each sender. */
const bodies = processWide('veritasBodies', () => ({ bytes: 0, bySender: new Map<string, number>() }))

/** All callers who have not identified themselves, together. */
export const STRANGERS = 'strangers'

/** Whose share of the memory a body fills: the project of a key, a signed-in person, or strangers. */
export const ownerOf = ({ actor }: Pick<Context, 'actor'>): string =>
  actor.kind === 'user' ? actor.userId : 'project' in actor ? actor.project.id : STRANGERS

/**
 * Runs `work` with memory reserved for a body, released when it finishes. The total over all bodies of this process is limited, and
 * that of one sender to half of it: above the budget large bodies are refused with a retry, above 1.5 times the budget small ones too.
 */
export async function withBodyMemory<T>(
  sender: string,
  work: (claim: Claim) => Promise<T>,
  budget = BUDGET,
): Promise<T> {
  let own = 0
  const add = (bytes: number) => {
    own += bytes
    bodies.bytes += bytes
    bodies.bySender.set(sender, (bodies.bySender.get(sender) ?? 0) + bytes)
  }
  const claim: Claim = (bytes) => {
    add(bytes)
    const limit = own > SMALL_BODY_BYTES ? budget : SMALL_BODY_FACTOR * budget
    if (bodies.bytes > limit || (bodies.bySender.get(sender) ?? 0) > SENDER_SHARE * limit)
      throw new AppError('unavailable', 'too many large bodies are being processed: retry shortly', [], RETRY_AFTER_S)
  }
  try {
    return await work(claim)
  } finally {
    add(-own)
    if (bodies.bySender.get(sender) === 0) bodies.bySender.delete(sender)
  }
}
