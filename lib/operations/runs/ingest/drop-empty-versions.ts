import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/**
 * Removes versions, and then chains, that no run is left of. Until its root span arrives a trace goes by the name of what did
 * arrive; nothing of that guess stays.
 */
export async function dropEmptyVersions(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const ids = Prisma.join(versionIds.map((id) => Prisma.sql`${id}::uuid`))
  const dropped = await tx.$queryRaw<{ id: string; chainId: string }[]>`
    DELETE FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id IN (${ids}) AND v.contract IS NULL AND v.criteria IS NULL
      AND v.body_hash IS NULL
      AND NOT EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = v.project_id AND s.version_id = v.id)
      AND NOT EXISTS (SELECT 1 FROM gate g WHERE g.project_id = v.project_id AND (g.version_id = v.id OR g.prior_version_id = v.id))
    RETURNING v.id, v.chain_id AS "chainId"`
  if (dropped.length === 0) return
  const gone = { in: dropped.map((row) => row.id) }
  await tx.rollupHour.deleteMany({ where: { projectId, versionId: gone } })
  await tx.rollupFailure.deleteMany({ where: { projectId, versionId: gone } })
  await tx.chain.deleteMany({
    where: { projectId, id: { in: dropped.map((row) => row.chainId) }, versions: { none: {} } },
  })
}
