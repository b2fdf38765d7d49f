import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { gateData, outcomeData, type VersionStatus } from '@/lib/engine/webhooks/event-data'
import { emitAll, type WebhookEvent } from '../webhooks/emit'
import { type GateRecord, gateColumns, gateNames, toGateRow } from './store'

type Outcome = 'approved' | 'rejected' | 'timed_out' | 'reversed'
type By = { name: string | null; reason: string | null; at: Date }

/** Emits `gate.opened` for each gate, and `regression.detected` for each opened by the regression check. */
export function emitOpened(tx: Tx, projectId: string, gateIds: readonly string[], at: Date): Promise<void> {
  const make = async () => (await loadRows(tx, projectId, gateIds)).flatMap(toOpened)
  return emitAll(tx, projectId, ['gate.opened', 'regression.detected'], make, at)
}

function toOpened(row: GateRecord): WebhookEvent[] {
  const data = gateData(toGateRow(row))
  const opened = { type: 'gate.opened', data } as const
  return row.kind === 'regression' ? [{ type: 'regression.detected', data }, opened] : [opened]
}

/** Emits `gate.warning`, sent when a quarter of the time is left. */
export function emitWarning(tx: Tx, { projectId, id }: { projectId: string; id: string }, at: Date): Promise<void> {
  const make = async () =>
    (await loadRows(tx, projectId, [id])).map((row) => ({
      type: 'gate.warning' as const,
      data: gateData(toGateRow(row)),
    }))
  return emitAll(tx, projectId, ['gate.warning'], make, at)
}

/** Emits the event of a gate's outcome or of its undo. `status`: the version's status afterwards; null for a gate about a run. */
export function emitOutcome(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
  outcome: Outcome,
  status: VersionStatus,
  by: By,
): Promise<void> {
  const type: WebhookEventType = `gate.${outcome}`
  const make = async () => {
    const rows = await loadRows(tx, projectId, [id])
    return rows.map((row) => ({ type, data: outcomeData(toGateRow(row), outcome, status, by) }))
  }
  return emitAll(tx, projectId, [type], make, by.at)
}

function loadRows(tx: Tx, projectId: string, gateIds: readonly string[]): Promise<GateRecord[]> {
  return tx.$queryRaw<GateRecord[]>`
    SELECT ${gateColumns(projectId)} FROM gate g ${gateNames(projectId)}
    WHERE g.project_id = ${projectId}::uuid AND g.id IN (${Prisma.join(gateIds.map((id) => Prisma.sql`${id}::uuid`))})
    ORDER BY g.id`
}
