import type { Contract } from '@/lib/contracts/contract'
import { qualityTools } from '@/lib/contracts/quality/tools'
import type { Actor } from '../context'
import { countUse } from './limits'

const TOOLS: ReadonlySet<Contract> = new Set(qualityTools)

/** Counts a call of a quality tool against its key or person; other contracts are not counted. @throws AppError rate_limited */
export async function limitQuality(contract: Contract, actor: Actor): Promise<void> {
  if (!TOOLS.has(contract)) return
  if (actor.kind === 'key') await countUse('quality', actor.keyId)
  else if (actor.kind === 'user') await countUse('quality', actor.userId)
}
