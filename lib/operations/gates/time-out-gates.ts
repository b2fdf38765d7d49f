import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '@/lib/db/client'
import { audit } from '../audit'
import type { ProjectRef } from '../context'
import { announce } from '../live/announce'
import { loadEvidence } from './load-evidence'
import { type StoredGate, toStoredGate } from './load-gate'
import { recordOutcome } from './record-outcome'
import { moveVersion } from './version-state'

type GateKey = { projectId: string; gateId: string }

const SWEEP_LIMIT = 200

/** Times out every gate whose deadline has passed, in every project; returns how many. What a lost alarm left, this finds. */
export async function timeOutDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND deadline_at <= ${now} ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  let count = 0
  for (const gate of due) if (await timeOutGate(db, gate, now)) count++
  return count
}

/** Times out one gate if it is pending and past its deadline; returns whether it did. Safe to repeat. */
export function timeOutGate(db: Db, gate: GateKey, now: Date): Promise<boolean> {
  return db.$transaction((tx) => timeOutGateIn(tx, gate, now))
}

/** As {@link timeOutGate}, in the caller's transaction. Halts and never approves: no run gets a signal from it. */
export async function timeOutGateIn(tx: Tx, { projectId, gateId }: GateKey, now: Date): Promise<boolean> {
  const gate = await claim(tx, projectId, gateId, now)
  if (!gate) return false
  const { evidence, digest } = await loadEvidence(tx, gate)
  const move = await moveVersion(tx, gate, (state) => (state === 'live' || state === 'candidate' ? 'halted' : state))
  await recordOutcome(tx, gate, {
    decision: {
      id: uuid(),
      kind: 'gate_timed_out',
      verdict: 'timed_out',
      value: null,
      reason: null,
      userId: null,
      decidedAt: now,
    },
    evidence,
    digest,
    move,
    moved: { runs: [], recomputed: [] },
  })
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  await audit(
    tx,
    deadlineContext(project, now),
    'gate.timed_out',
    `gate:${gateId}`,
    { state: 'pending' },
    { state: 'timed_out', ...move?.after },
  )
  await announce(tx, { project: projectId, topic: 'gate', id: gateId })
  return true
}

async function claim(tx: Tx, projectId: string, gateId: string, now: Date): Promise<StoredGate | null> {
  const [row] = await tx.gate.updateManyAndReturn({
    where: { projectId, id: gateId, state: 'pending', deadlineAt: { lte: now } },
    data: { state: 'timed_out', decidedAt: now },
  })
  return row ? toStoredGate(row) : null
}

function deadlineContext(project: ProjectRef, now: Date) {
  return { actor: { kind: 'system' as const, name: 'Deadline', project }, project, now: () => now }
}
