import type { RunFilters, RunSort } from '@/lib/contracts/runs'
import type { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../../context'
import { findVersionRefs } from './find-version-refs'
import { anyOf, toConditions } from './run-conditions'
import { toVerdictArms, toVerdictConditions } from './verdict-arms'

/** Beyond this many, planning the arms costs more than they save. */
export const MAX_ARMS = 40

/** Filters as SQL on a summary `s`: what every row fulfils, and the alternatives of which each is one range of an index. */
export type RunPredicate = { every: Prisma.Sql[]; arms: Prisma.Sql[] }

/** Turns filters into a predicate; null when a chain or version is named that does not exist, so that nothing can match. */
export async function toRunPredicate(
  ctx: ProjectContext,
  filters: RunFilters,
  sort: RunSort,
): Promise<RunPredicate | null> {
  const conditions = toConditions(ctx.project.id, filters, ctx.now())
  const every = [...conditions, ...toVerdictConditions(filters)]
  if (filters.chain || filters.version) {
    const column = filters.version ? 'version_id' : 'chain_id'
    const refs = await findVersionRefs(ctx, filters)
    if (refs.length === 0) return null
    const ids = [...new Set(refs.map((ref) => (filters.version ? ref.versionId : ref.chainId)))]
    if (ids.length > MAX_ARMS) return { every: [...every, anyOf(column, ids, 'uuid')], arms: [] }
    return { every, arms: ids.map((id) => anyOf(column, [id], 'uuid')) }
  }
  const isByTime = sort === 'newest' || sort === 'oldest'
  const arms = isByTime ? toVerdictArms(filters) : []
  return arms.length > 0 && arms.length <= MAX_ARMS ? { every: conditions, arms } : { every, arms: [] }
}
