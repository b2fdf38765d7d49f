import type { Db, Tx } from '@/lib/db/client'
import { compareVersions } from '@/lib/engine/regression/compare-versions'
import type { StoredGate } from './load-gate'

type Later = { version: string; gate: string | null }

/**
 * What stands on top of a decision about a version, in a sentence: a higher version that was published since, or a later
 * outcome on it or on a higher one that was not taken back. Null where nothing does, and for a gate about a run. A candidate
 * that only runs have named was published by nobody.
 */
export async function findDependent(db: Db | Tx, gate: StoredGate): Promise<string | null> {
  if (gate.runId !== null || gate.decidedAt === null) return null
  const { projectId, chainId, versionId, id, decidedAt } = gate
  const rows = await db.$queryRaw<Later[]>`
    SELECT v.version, NULL AS gate FROM chain_version v
    WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ${chainId}::uuid AND v.published_at > ${decidedAt}
      AND (v.state <> 'candidate' OR v.body_hash IS NOT NULL)
    UNION ALL
    SELECT v.version, g.title FROM gate g
    JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.version_id
    WHERE g.project_id = ${projectId}::uuid AND v.chain_id = ${chainId}::uuid AND g.run_id IS NULL AND g.id <> ${id}::uuid
      AND g.decided_at > ${decidedAt} AND NOT EXISTS (
        SELECT 1 FROM decision d WHERE d.project_id = g.project_id AND d.gate_id = g.id AND d.kind = 'gate_undone')`
  const current = await db.chainVersion.findUniqueOrThrow({ where: { projectId_id: { projectId, id: versionId } } })
  const decided = rows.find((row) => row.gate !== null && compareVersions(row.version, current.version) >= 0)
  if (decided) return `A later outcome on ${decided.version} stands on this one (${decided.gate}), so this one stays.`
  const published = rows.find((row) => row.gate === null && compareVersions(row.version, current.version) > 0)
  return published
    ? `${published.version} was published on top of this decision, so it stays. Open a fresh gate.`
    : null
}
