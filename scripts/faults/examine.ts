import type { Db } from '@/lib/db/client'
import { onDatabase } from '@/lib/db/on-database'
import { checkEveryLog } from '@/lib/operations/audit-log/verify'
import { findDisagreements } from '@/lib/operations/testing/rollups-agree'
import type { DecidedGate } from './deciders'
import type { Ledger } from './senders'

export type Examined = {
  acknowledged: number
  /** Acknowledged but missing, or incomplete. */
  lost: number
  /** Stored more than once, or never sent. */
  doubled: number
  decided: number
  decisionsLost: number
  decisionsDoubled: number
}

type Subject = { databaseUrl: string; projectId: string; ledger: Ledger; gates: readonly DecidedGate[] }

/** Compares what was acknowledged with what is stored. */
export async function examine({ databaseUrl, projectId, ledger, gates }: Subject): Promise<Examined> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows: runs } = await client.query<{ id: string; copies: number; nodes: number }>(
      `SELECT r.client_id AS id, count(DISTINCT r.id)::int AS copies, count(n.node_id)::int AS nodes
       FROM run r LEFT JOIN node_run n ON n.project_id = r.project_id AND n.run_id = r.id
       WHERE r.project_id = $1 GROUP BY 1`,
      [projectId],
    )
    const nodesOf = new Map(runs.map(({ id, nodes }) => [id, nodes]))
    const { rows: decisions } = await client.query<{ id: string; kind: string; copies: number }>(
      `SELECT gate_id AS id, min(kind) AS kind, count(*)::int AS copies FROM decision
       WHERE project_id = $1 AND gate_id = ANY($2::uuid[]) GROUP BY 1`,
      [projectId, gates.map(({ gateId }) => gateId)],
    )
    const decisionOf = new Map(decisions.map((decision) => [decision.id, decision]))
    const isKept = ({ gateId, acknowledged }: DecidedGate) =>
      acknowledged.every(({ verdict }) => decisionOf.get(gateId)?.kind === `gate_${verdict}`)
    return {
      acknowledged: ledger.acknowledged.size,
      lost: [...ledger.acknowledged].filter((id) => (nodesOf.get(id) ?? -1) < (ledger.sent.get(id) ?? 0)).length,
      doubled: runs.filter(
        ({ id, copies, nodes }) => copies > 1 || !ledger.sent.has(id) || nodes > (ledger.sent.get(id) ?? 0),
      ).length,
      decided: gates.filter(({ gateId }) => decisionOf.has(gateId)).length,
      decisionsLost: gates.filter((gate) => !decisionOf.has(gate.gateId) || !isKept(gate)).length,
      decisionsDoubled: gates.filter(
        ({ gateId, acknowledged }) => acknowledged.length > 1 || (decisionOf.get(gateId)?.copies ?? 0) > 1,
      ).length,
    }
  })
}

/** Compares derived data with its sources, and verifies the audit logs. */
export async function recount(db: Db, projectId: string): Promise<string[]> {
  const { faults } = await checkEveryLog(db)
  return [...(await findDisagreements(projectId, db)), ...faults]
}
