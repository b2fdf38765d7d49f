import { gateState } from '@/lib/contracts/gates'
import type { RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'

type Subject = { runId: string; versionId: string; decisionIds: readonly string[] }

/** Gates on this run or its version, the one that it joined, and those whose decision gave it a signal; newest first. */
export async function findRunGates(
  db: Db,
  projectId: string,
  { runId, versionId, decisionIds }: Subject,
): Promise<RunDetail['gates']> {
  const decided = await db.decision.findMany({
    where: { projectId, id: { in: [...decisionIds] }, gateId: { not: null } },
    select: { gateId: true },
  })
  const joined = await db.gateRun.findUnique({ where: { projectId_runId: { projectId, runId } } })
  const gateIds = [...decided, ...(joined ? [joined] : [])].flatMap(({ gateId }) => (gateId ? [gateId] : []))
  const gates = await db.gate.findMany({
    where: { projectId, OR: [{ runId }, { versionId, runId: null }, { id: { in: gateIds } }] },
    select: { id: true, title: true, kind: true, state: true },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: 50,
  })
  return gates.map((gate) => ({ ...gate, state: gateState.parse(gate.state) }))
}
