import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { audit, type Recorder } from '../audit'
import { notify } from '../notifications/notify'
import { askAboutServed } from './ask-about-served'
import type { VersionState } from './chain-versions'
import type { GateChange } from './gate-change'
import type { Evidence } from './load-evidence'
import { recordOutcome } from './record-outcome'
import { concernedBy, eligible, toNotice } from './tell-people'
import { moveVersion } from './version-state'

/** What follows from a deadline that passed: the version halts, nothing is approved, and no run gets a signal. */
export async function haltVersion(
  tx: Tx,
  ctx: Recorder,
  { gate, standing, now }: GateChange<'timed_out'>,
  { evidence, digest }: Evidence,
): Promise<void> {
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
  const told = new Set([...eligible(standing), ...concernedBy(standing, null)])
  const notice = toNotice(gate, 'gate_timed_out', `Timed out, not approved: ${gate.title}`, told)
  await notify(tx, gate.projectId, [notice], now)
  const after = { state: 'timed_out', ...move?.after }
  await audit(tx, ctx, 'gate.timed_out', `gate:${gate.id}`, { state: 'pending' }, after, digest)
  await askAboutServed(tx, gate, move, now)
}

const halt = (state: VersionState): VersionState => (state === 'live' || state === 'candidate' ? 'halted' : state)
