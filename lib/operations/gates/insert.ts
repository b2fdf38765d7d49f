import { v7 as uuid } from 'uuid'
import { HOUR_MS } from '@/lib/contracts/durations'
import type { GateOpening } from '@/lib/contracts/gate-evidence'
import type { GateKind } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { openedGate } from '@/lib/engine/gate-states/apply-gate-event'
import { appendEvents, type NewEvent, type Signature, signatureOfDesk } from '../audit'
import { announce } from '../live/changes'
import { emitOpened, notifyGateOpened } from './notify'
import { enqueueDeadlines } from './store'

export type NewGate = {
  kind: GateKind
  chainId: string
  versionId: string
  priorVersionId: string | null
  runId: string | null
  /** Cause of a failed run, by which later runs join the gate. */
  cause?: string | null
  title: string
  question: string
  /** What the regression check saw. */
  openedOn?: GateOpening | undefined
  openedBy: string
  /** The person who opened it, if any. */
  openedById?: string | undefined
  /** Who opened it and from where, for the audit log; omitted for the server's own checks. */
  signature?: Signature | undefined
  hours: number
  /** Number of approvals needed. */
  quorum: number
}

type OpenedGate = { id: string; kind: GateKind; title: string }

/**
 * Opens these gates, schedules their deadline jobs, audits and announces them, with one statement for each step. A gate that
 * repeats an open question (per the unique indexes) is skipped and not returned.
 */
export async function insertGates(
  tx: Tx,
  projectId: string,
  gates: readonly NewGate[],
  now: Date,
): Promise<OpenedGate[]> {
  if (gates.length === 0) return []
  const openedAt = now.getTime()
  const asked = gates.map((gate) => {
    const status = openedGate({ quorum: gate.quorum, openedAt, deadlineAt: openedAt + gate.hours * HOUR_MS })
    const [deadlineAt, warnAt] = [new Date(status.deadlineAt), new Date(status.warnAt)]
    return { ...gate, id: uuid(), state: status.state, openedAt: now, deadlineAt, warnAt }
  })
  const rows = asked.map(({ hours: _, signature: __, ...gate }) => ({ ...gate, projectId }))
  const inserted = await tx.$queryRaw<{ id: string }[]>(insertRows('gate', rows, 'ON CONFLICT DO NOTHING RETURNING id'))
  const ids = new Set(inserted.map((row) => row.id))
  const opened = asked.filter((gate) => ids.has(gate.id))
  if (opened.length === 0) return []
  await appendEvents(
    tx,
    opened.map((gate) => toAudit(gate, projectId, now)),
  )
  await enqueueDeadlines(
    tx,
    opened.map(({ id, warnAt, deadlineAt }) => ({ projectId, id, warnAt, deadlineAt })),
  )
  await notifyGateOpened(tx, projectId, opened, now)
  await announce(tx, { project: projectId, topic: 'gates' })
  await emitOpened(
    tx,
    projectId,
    opened.map(({ id }) => id),
    now,
  )
  return opened.map(({ id, kind, title }) => ({ id, kind, title }))
}

function toAudit(gate: NewGate & { id: string; deadlineAt: Date }, projectId: string, at: Date): NewEvent {
  const after = { kind: gate.kind, title: gate.title, deadlineAt: gate.deadlineAt.toISOString() }
  const signature = gate.signature ?? signatureOfDesk(gate.openedBy)
  return { ...signature, projectId, action: 'gate.opened', subject: `gate:${gate.id}`, before: null, after, at }
}
