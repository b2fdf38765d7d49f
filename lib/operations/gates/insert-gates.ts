import { v7 as uuid } from 'uuid'
import type { GateState } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { type Columns, insertRows } from '@/lib/db/rows'
import { enqueueDeadlines } from '../jobs/enqueue-deadlines'
import { announce } from '../live/announce'

export type NewGate = {
  kind: 'regression' | 'escalation' | 'manual'
  chainId: string
  versionId: string
  priorVersionId: string | null
  runId: string | null
  title: string
  question: string
  openedBy: string
  hours: number
}

export type OpenedGate = { id: string; kind: NewGate['kind']; title: string }

const HOUR_MS = 3_600_000

const GATE: Columns = {
  project_id: 'uuid',
  id: 'uuid',
  kind: 'text',
  chain_id: 'uuid',
  version_id: 'uuid',
  prior_version_id: 'uuid',
  run_id: 'uuid',
  title: 'text',
  question: 'text',
  state: 'text',
  opened_by: 'text',
  opened_at: 'timestamptz',
  deadline_at: 'timestamptz',
}

const AUDIT: Columns = {
  project_id: 'uuid',
  id: 'uuid',
  actor: 'text',
  action: 'text',
  subject: 'text',
  after: 'jsonb',
  at: 'timestamptz',
}

/**
 * Opens these gates with their alarms, on record and before every open page, in one statement each. A question that is
 * asked already (the unique indexes say so) is left alone and not returned.
 */
export async function insertGates(
  tx: Tx,
  projectId: string,
  gates: readonly NewGate[],
  now: Date,
): Promise<OpenedGate[]> {
  if (gates.length === 0) return []
  const state: GateState = 'pending'
  const rows = gates.map((gate) => ({
    project_id: projectId,
    id: uuid(),
    kind: gate.kind,
    chain_id: gate.chainId,
    version_id: gate.versionId,
    prior_version_id: gate.priorVersionId,
    run_id: gate.runId,
    title: gate.title,
    question: gate.question,
    state,
    opened_by: gate.openedBy,
    opened_at: now,
    deadline_at: new Date(now.getTime() + gate.hours * HOUR_MS),
  }))
  const inserted = await tx.$queryRaw<{ id: string }[]>(
    insertRows('gate', GATE, rows, 'ON CONFLICT DO NOTHING RETURNING id'),
  )
  const ids = new Set(inserted.map((row) => row.id))
  const opened = rows.filter((row) => ids.has(row.id))
  if (opened.length === 0) return []
  await tx.$executeRaw(
    insertRows(
      'audit_event',
      AUDIT,
      opened.map((row) => toAudit(row, now)),
    ),
  )
  await enqueueDeadlines(
    tx,
    opened.map((row) => ({ projectId, gateId: row.id, deadlineAt: row.deadline_at })),
  )
  await announce(tx, { project: projectId, topic: 'gates' })
  return opened.map(({ id, kind, title }) => ({ id, kind, title }))
}

type GateRow = { project_id: string; id: string; opened_by: string; kind: string; title: string; deadline_at: Date }

function toAudit(row: GateRow, now: Date) {
  const after = { kind: row.kind, title: row.title, deadlineAt: row.deadline_at }
  return {
    project_id: row.project_id,
    id: uuid(),
    actor: row.opened_by,
    action: 'gate.opened',
    subject: `gate:${row.id}`,
    after,
    at: now,
  }
}
