import type { RunFilters } from '@/lib/contracts/runs'
import type { ProjectContext } from '../../context'

export type VersionRef = { chainId: string; versionId: string }

/** The versions that fit the named chains and versions, of those that exist. */
export async function findVersionRefs(
  ctx: ProjectContext,
  named: Pick<RunFilters, 'chain' | 'version'>,
): Promise<VersionRef[]> {
  const rows = await ctx.db.chainVersion.findMany({
    where: {
      projectId: ctx.project.id,
      ...(named.version ? { version: { in: named.version } } : {}),
      ...(named.chain ? { chain: { name: { in: named.chain } } } : {}),
    },
    select: { id: true, chainId: true },
  })
  return rows.map((row) => ({ chainId: row.chainId, versionId: row.id }))
}
