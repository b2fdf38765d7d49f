import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { announce } from '../live/announce'
import { notify } from '../notifications/notify'
import { askAboutServed } from './ask-about-served'
import type { VersionState } from './chain-versions'
import { deadlineContext } from './deadline-context'
import { loadStanding } from './gate-standing'
import { keepRunsOut } from './joined-runs'
import { loadEvidence } from './load-evidence'
import { type StoredGate, toStoredGate } from './load-gate'
import { recordOutcome } from './record-outcome'
import { concernedBy, eligible, toNotice } from './tell-people'
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
  const move = await moveVersion(tx, gate, halt, { kind: 'halted', by: 'Deadline', reason: null, at: now })
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
  const standing = await loadStanding(tx, gate, { now })
  const told = new Set([...eligible(standing), ...concernedBy(standing, null)])
  await notify(tx, projectId, [toNotice(gate, 'gate_timed_out', `Timed out, not approved: ${gate.title}`, told)], now)
  await announce(tx, { project: projectId, topic: 'gate', id: gateId })
  await audit(
    tx,
    await deadlineContext(tx, projectId, now),
    'gate.timed_out',
    `gate:${gateId}`,
    { state: 'pending' },
    { state: 'timed_out', ...move?.after },
    digest,
  )
  await askAboutServed(tx, gate, move, now)
  return true
}

const halt = (state: VersionState): VersionState => (state === 'live' || state === 'candidate' ? 'halted' : state)

async function claim(tx: Tx, projectId: string, gateId: string, now: Date): Promise<StoredGate | null> {
  await keepRunsOut(tx, gateId)
  const [row] = await tx.gate.updateManyAndReturn({
    where: { projectId, id: gateId, state: 'pending', deadlineAt: { lte: now } },
    data: { state: 'timed_out', decidedAt: now },
  })
  return row ? toStoredGate(row) : null
}
