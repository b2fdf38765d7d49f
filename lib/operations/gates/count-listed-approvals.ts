import type { GateRow } from '@/lib/contracts/gates'
import { countingApprovals } from '@/lib/engine/gate-states/count-approvals'
import type { ProjectContext } from '../context'
import { loadStanding } from './gate-standing'
import { loadEvidence } from './load-evidence'
import { loadGate } from './load-gate'

/**
 * How many approvals of each pending gate count now; null for a closed one. Whether a vote stands depends on the evidence, so
 * that is loaded for the few gates that have been voted on and still wait.
 */
export async function countListedApprovals(
  ctx: ProjectContext,
  gates: readonly GateRow[],
): Promise<(gate: GateRow) => number | null> {
  const { db, project } = ctx
  const waiting = gates.filter((gate) => gate.state === 'pending' && gate.quorum > 1).map((gate) => gate.id)
  const voted = await db.gateEvent.findMany({
    where: { projectId: project.id, gateId: { in: waiting }, kind: 'voted', verdict: 'approved' },
    distinct: ['gateId'],
    select: { gateId: true },
  })
  const counts = new Map<string, number>()
  for (const { gateId } of voted) counts.set(gateId, await countOf(ctx, gateId))
  return (gate) => (gate.state === 'pending' ? (counts.get(gate.id) ?? 0) : null)
}

async function countOf({ db, project, now }: ProjectContext, gateId: string): Promise<number> {
  const gate = await loadGate(db, project.id, gateId)
  const standing = await loadStanding(db, gate, { now: now(), evidence: await loadEvidence(db, gate) })
  return countingApprovals(standing.status, standing.facts).length
}
