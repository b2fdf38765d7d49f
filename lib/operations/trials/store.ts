import { type TrialOrder, trialKind } from '@/lib/contracts/trials'
import type { Db, Tx } from '@/lib/db/client'
import { readExecutor, type StoredExecutor } from '../versions/executor'

/** A leased trial: its request, executor and attempt. */
export type HeldTrial = Omit<TrialOrder, 'trialId'> & {
  projectId: string
  trialId: string
  chainId: string
  versionId: string
  runKey: string
  attempt: number
  leaseUntil: Date | null
  executor: StoredExecutor | null
}

export type TrialKey = { projectId: string; trialId: string }

type Row = Omit<HeldTrial, 'kind' | 'executor'> & { kind: string; executor: unknown }

/** Loads these trials with their versions, in the order they were queued. */
export async function loadTrials(db: Db | Tx, projectId: string, ids: readonly string[]): Promise<HeldTrial[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT t.project_id AS "projectId", t.id AS "trialId", t.version_id AS "versionId", v.chain_id AS "chainId",
      c.name AS chain, v.version, t.kind, t.scenario, t.request, t.run_key AS "runKey", t.attempts AS attempt,
      t.lease_until AS "leaseUntil", v.executor
    FROM trial t
    JOIN chain_version v ON v.project_id = t.project_id AND v.id = t.version_id
    JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id
    WHERE t.project_id = ${projectId}::uuid AND t.id = ANY(${ids}::uuid[]) ORDER BY t.id`
  return rows.map((row) => ({ ...row, kind: trialKind.parse(row.kind), executor: readExecutor(row.executor) }))
}

/** The part of a trial that is sent to its executor. */
export function toOrder({ trialId, chain, version, kind, scenario, request }: HeldTrial): TrialOrder {
  return { trialId, chain, version, kind, scenario, request }
}
