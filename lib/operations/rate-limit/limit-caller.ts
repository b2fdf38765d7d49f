import type { RateLimit } from '@/lib/contracts/contract'
import type { Context } from '../context'
import { countUse } from './limits'

/** Counts a use by its caller: the key, the person, or the address of an anonymous client. @throws AppError rate_limited */
export async function limitCaller({ actor, origin }: Context, limit: RateLimit): Promise<void> {
  if (actor.kind === 'key') await countUse(limit, actor.keyId)
  else if (actor.kind === 'user') await countUse(limit, actor.userId)
  else if (actor.kind === 'anonymous' && origin) await countUse(limit, origin.address ?? 'unknown')
}
