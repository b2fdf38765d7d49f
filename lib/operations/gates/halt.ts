import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { audit, type Recorder } from '../audit'
import { notify } from '../notifications/notify'
import type { VersionState } from '../versions/serving'
import type { Evidence } from './evidence'
import { eligible, recipients, toNotice } from './notify'
import { openGateIfRegressed } from './open-regression'
import { moveVersion, recordOutcome } from './outcome'
import type { GateChange } from './state'

/** Applies the effects of a passed deadline: the version halts, nothing is approved, and no run gets a signal. */
export async function haltVersion(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, now }: GateChange<'timed_out'>,
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
  const notified = new Set([...eligible(gateState), ...recipients(gateState, null)])
  const notice = toNotice(gate, 'gate_timed_out', `Timed out, not approved: ${gate.title}`, notified)
  await notify(tx, gate.projectId, [notice], now)
  const after = { state: 'timed_out', ...move?.after }
  await audit(tx, ctx, 'gate.timed_out', `gate:${gate.id}`, { state: 'pending' }, after, digest)
  await openGateIfRegressed(tx, gate, move, now)
}

const halt = (state: VersionState): VersionState => (state === 'live' || state === 'candidate' ? 'halted' : state)
