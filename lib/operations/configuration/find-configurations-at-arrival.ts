import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Db, Tx } from '@/lib/db/client'
import { type ChainLevels, effectiveOf, PROJECT_SCOPE } from './levels'

/**
 * Returns the configuration that was in force when each of these runs arrived, by run id. Runs are scored by it, whatever was configured
 * later.
 */
export async function findConfigurationsAtArrival(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, EffectiveConfiguration>> {
  const rows = await db.$queryRaw<(ChainLevels & { runIds: string[] })[]>`
    SELECT array_agg(r.id) AS "runIds", pc.config AS "projectConfig", cc.config AS "chainConfig" FROM run r
    LEFT JOIN LATERAL (
      SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = ${PROJECT_SCOPE} AND at <= r.received_at
      ORDER BY number DESC LIMIT 1) pc ON true
    LEFT JOIN LATERAL (
      SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = r.chain_id::text AND at <= r.received_at
      ORDER BY number DESC LIMIT 1) cc ON true
    WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${runIds}::uuid[])
    GROUP BY pc.config, cc.config`
  return new Map(
    rows.flatMap(({ runIds: ids, ...levels }) => {
      const configuration = effectiveOf(levels)
      return ids.map((id) => [id, configuration] as const)
    }),
  )
}
