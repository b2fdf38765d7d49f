import type { Actor } from '../context'
import { countUse } from './limits'

/** Counts one delivery of runs against its key or person. @throws AppError rate_limited */
export async function limitIngest(actor: Actor): Promise<void> {
  if (actor.kind === 'key') await countUse('ingest', actor.keyId)
  else if (actor.kind === 'user') await countUse('ingest', actor.userId)
}
