import type { Tx } from '@/lib/db/client'
import type { VersionState } from '../gates/chain-versions'

export type VersionPlace = { projectId: string; chainId: string; versionId: string }

/** What publishing has to know of a version. `bodyHash` is null until it is published. */
export type KnownVersion = {
  bodyHash: string | null
  publishedBy: string | null
  state: VersionState
  hasRuns: boolean
}

/** Holds chain and version, so that publications and decisions on one chain follow each other. */
export async function lockVersion(
  tx: Tx,
  projectId: string,
  { chainId, versionId }: Omit<VersionPlace, 'projectId'>,
): Promise<KnownVersion> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${projectId}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
  const [row] = await tx.$queryRaw<KnownVersion[]>`
    SELECT v.body_hash AS "bodyHash", v.published_by AS "publishedBy", v.state,
      EXISTS (SELECT 1 FROM run_summary r WHERE r.project_id = v.project_id AND r.version_id = v.id) AS "hasRuns"
    FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = ${versionId}::uuid FOR UPDATE OF v`
  if (!row) throw new Error(`version ${versionId} is gone`)
  return row
}
