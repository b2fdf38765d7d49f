import type { Configuration, EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Db } from '@/lib/db/client'
import type { ConfigurationScope } from '../find-scope'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../levels-of-chains'

/** Names and proposed configuration of the chains and versions that a preview meets, by id. */
export type PreviewChains = {
  chains: Map<string, { name: string; configuration: EffectiveConfiguration }>
  versions: Map<string, string>
}

/** The chains of these runs with what would hold for each if `proposed` were in force at its level. */
export async function findPreviewChains(
  db: Db,
  projectId: string,
  { chainId }: ConfigurationScope,
  proposed: Configuration,
  runIds: readonly string[],
): Promise<PreviewChains> {
  const rows = await db.$queryRaw<({ id: string; name: string; versionId: string; version: string } & ChainLevels)[]>`
    SELECT c.id, c.name, v.id AS "versionId", v.version, ${LEVEL_COLUMNS}
    FROM (SELECT DISTINCT version_id FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[])) s
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id ${joinLevels(projectId)}`
  const level = chainId === undefined ? { projectConfig: proposed } : { chainConfig: proposed }
  return {
    chains: new Map(rows.map((row) => [row.id, { name: row.name, configuration: effectiveOf({ ...row, ...level }) }])),
    versions: new Map(rows.map((row) => [row.versionId, row.version])),
  }
}
