import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { GateState } from '@/lib/contracts/gates'
import { type Profile, profile } from '@/lib/contracts/primitives'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import { type ChainLevels, joinLevels, LEVEL_COLUMNS, maxAttemptsOf, mergeOnce } from '../configuration/levels'
import { naturalPlace } from '../natural-order'
import { type ChainVersionRow, isUndone } from './serving'

export type ChainRow = {
  id: string
  name: string
  profile: Profile
  maxAttempts: number
  traceWeights: TraceWeights
  regressionThreshold: number
  minLiveRuns: number
  gateHours: number
  gateQuorum: number
  lastRunAt: Date | null
}

/** A version with the sums of its runs, and what a page shows of it. */
export type VersionRow = VersionSums & {
  runs: number
  liveRuns: number
  /** Number of scored runs that were measured enough to be judged. */
  enough: number
  /** Scored runs that kept their contract, of those whose score includes conformance. */
  conformant: number
  conformantSum: number
  publishedBy: string | null
  gate: { id: string; state: GateState; undone: boolean } | null
  hasContract: boolean
  hasCriteria: boolean
}

/** A version with what the rule of a regression needs: number, sum and squares of the scores of its live runs. */
export type VersionSums = Pick<ChainVersionRow, 'chainId' | 'id' | 'version' | 'state' | 'hasLiveRuns'> & {
  publishedAt: Date
  scored: number
  sum: number
  squares: number
  /** Scored runs whose score includes conformance, and those of them that measured completeness, and efficiency. */
  traced: number
  completeness: number
  efficiency: number
}

/** Loads the chains of a project by name, or those among them with this name or these ids. */
export async function loadChainRows(
  db: Db | Tx,
  projectId: string,
  only?: string | readonly string[],
): Promise<ChainRow[]> {
  const named =
    only === undefined
      ? Prisma.empty
      : typeof only === 'string'
        ? Prisma.sql`AND c.name = ${only}`
        : Prisma.sql`AND c.id = ANY(${only}::uuid[])`
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT c.id, c.name, c.profile, c.regression_threshold AS "regressionThreshold",
      c.min_live_runs AS "minLiveRuns", c.gate_hours AS "gateHours", c.gate_quorum AS "gateQuorum", ${LEVEL_COLUMNS}, (
        SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.chain_id = c.id
        ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1) AS "lastRunAt"
    FROM chain c ${joinLevels(projectId)} WHERE c.project_id = ${projectId}::uuid ${named} ORDER BY ${naturalPlace(Prisma.sql`c.name`)}`
  const effectiveOf = mergeOnce()
  return rows.map(({ projectConfig, chainConfig, ...row }) => ({
    ...row,
    profile: profile.parse(row.profile),
    ...configuredOf(effectiveOf({ projectConfig, chainConfig })),
  }))
}

function configuredOf(effective: EffectiveConfiguration): Pick<ChainRow, 'maxAttempts' | 'traceWeights'> {
  return { maxAttempts: maxAttemptsOf(effective), traceWeights: effective.stratt_weights }
}

type StoredRow = Omit<ChainRow, 'profile' | 'maxAttempts' | 'traceWeights'> & { profile: string } & ChainLevels

/** Counts and sums of a version `v` from those of its days `t`. */
const SUMS = Prisma.sql`v.chain_id AS "chainId", v.id, v.version, v.state, v.published_at AS "publishedAt",
  coalesce(t.runs, 0)::int AS runs, coalesce(t.live, 0)::int AS "liveRuns", coalesce(t.scored, 0)::int AS scored,
  coalesce(t.scored, 0) > 0 AS "hasLiveRuns", coalesce(t.sum, 0) AS sum, coalesce(t.squares, 0) AS squares,
  coalesce(t.enough, 0)::int AS enough,
  coalesce(t.traced, 0)::int AS traced, coalesce(t.conformant, 0)::int AS conformant,
  coalesce(t.conformant_sum, 0) AS "conformantSum",
  coalesce(t.completeness, 0)::int AS completeness, coalesce(t.efficiency, 0)::int AS efficiency`

/** Loads every version of these chains with its sums, from the rollups, and what a page shows of it. */
export function loadVersionRows(db: Db | Tx, projectId: string, chainIds: readonly string[]): Promise<VersionRow[]> {
  return db.$queryRaw<VersionRow[]>`
    SELECT ${SUMS}, v.published_by AS "publishedBy", g.gate,
      v.contract IS NOT NULL AS "hasContract", v.criteria IS NOT NULL AS "hasCriteria"
    FROM chain_version v LEFT JOIN (
      SELECT r.version_id, sum(r.runs) AS runs, sum(r.runs - r.dry_runs) AS live, sum(r.live_scored) AS scored,
        sum(r.live_quality_sum) AS sum, sum(r.live_squares) AS squares,
        sum(r.scored) AS enough,
        sum(r.live_traced) AS traced, sum(r.live_kept) AS conformant, sum(r.live_kept_sum) AS conformant_sum,
        sum(r.live_completeness) AS completeness, sum(r.live_efficiency) AS efficiency
      FROM rollup_day r WHERE r.project_id = ${projectId}::uuid AND r.chain_id = ANY(${chainIds}::uuid[])
      GROUP BY 1) t ON t.version_id = v.id
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', g.id, 'state', g.state, 'undone', ${isUndone(projectId)}) AS gate
      FROM gate g WHERE g.project_id = ${projectId}::uuid AND g.version_id = v.id AND g.run_id IS NULL
      ORDER BY g.opened_at DESC, g.id DESC LIMIT 1) g ON true
    WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(${chainIds}::uuid[])`
}
