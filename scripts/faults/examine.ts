import { onDatabase } from '@/lib/db/on-database'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { checkEveryLog } from '@/lib/operations/audit-log/verify'
import { findDisagreements } from '@/lib/operations/testing/rollups-agree'
import type { Goal } from '../bench/report'
import type { DecidedGate } from './deciders'
import { withDatabase } from './scene'
import type { Ledger } from './senders'

export type Examined = {
  acknowledged: number
  /** Acknowledged but missing, or incomplete, or without its end. */
  lost: number
  /** Stored more than once, or never sent. */
  doubled: number
  decided: number
  decisionsLost: number
  decisionsDoubled: number
  /** Derived data that differ from their sources, and faults of the audit logs. */
  disagreements: string[]
}

type Subject = { databaseUrl: string; projectId: string; ledger: Ledger; gates?: readonly DecidedGate[] }

/** Compares what was acknowledged with what is stored, derived data with their sources, and verifies the audit logs. */
export async function examine({ databaseUrl, projectId, ledger, gates = [] }: Subject): Promise<Examined> {
  const disagreements = await withDatabase(databaseUrl, async (db) => {
    const { faults } = await checkEveryLog(db)
    return [...(await findDisagreements(projectId, db)), ...faults]
  })
  return onDatabase(databaseUrl, async (client) => {
    const { rows: runs } = await client.query<{ id: string; copies: number; nodes: number; status: string }>(
      `SELECT r.client_id AS id, count(DISTINCT r.id)::int AS copies, count(n.node_id)::int AS nodes, min(r.status) AS status
       FROM run r LEFT JOIN node_run n ON n.project_id = r.project_id AND n.run_id = r.id
       WHERE r.project_id = $1 GROUP BY 1`,
      [projectId],
    )
    const nodesOf = new Map(runs.map(({ id, nodes }) => [id, nodes]))
    const isRunning = new Set(runs.flatMap(({ id, status }) => (status === RUNNING ? [id] : [])))
    const isLost = (id: string) =>
      (nodesOf.get(id) ?? -1) < (ledger.sent.get(id) ?? 0) || (ledger.ended.has(id) && isRunning.has(id))
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
      lost: [...ledger.acknowledged].filter(isLost).length,
      doubled: runs.filter(
        ({ id, copies, nodes }) => copies > 1 || !ledger.sent.has(id) || nodes > (ledger.sent.get(id) ?? 0),
      ).length,
      decided: gates.filter(({ gateId }) => decisionOf.has(gateId)).length,
      decisionsLost: gates.filter((gate) => !decisionOf.has(gate.gateId) || !isKept(gate)).length,
      decisionsDoubled: gates.filter(
        ({ gateId, acknowledged }) => acknowledged.length > 1 || (decisionOf.get(gateId)?.copies ?? 0) > 1,
      ).length,
      disagreements,
    }
  })
}

/** What holds after every fault: each acknowledged run is stored once, and what is derived from runs agrees with them. */
export function wholeGoals({ acknowledged, lost, doubled, disagreements }: Examined): Goal[] {
  return [
    { aim: 'no run lost or doubled', measured: `${lost + doubled} of ${acknowledged}`, isMet: lost + doubled === 0 },
    agreementGoal(disagreements),
  ]
}

export function agreementGoal(disagreements: readonly string[]): Goal {
  return {
    aim: 'rollups equal a recount, audit logs whole',
    measured: disagreements.length === 0 ? 'equal' : disagreements.slice(0, 5).join('; '),
    isMet: disagreements.length === 0,
  }
}
