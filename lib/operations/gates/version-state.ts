import type { VersionEvent } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { cancelOvertaken } from '../trials/cancel-trials'
import { addVersionEvent } from '../versions/add-version-event'
import { listChainVersions, servedIf, type VersionState } from './chain-versions'
import type { StoredGate } from './load-gate'

/** What of a chain a gate's outcome shows in: the state of its version, and the version that serves. */
export type VersionStanding = { versionState: VersionState; servedVersion: string | null }
export type VersionMove = { before: VersionStanding; after: VersionStanding }

/** Who moves a version, when and why, for its history. */
export type Mover = Pick<VersionEvent, 'kind' | 'by' | 'reason'> & { at: Date }

/**
 * Puts the gate's version in a state, notes it in the version's history, and says what serves before and after. Null for a
 * gate about a run.
 */
export async function moveVersion(
  tx: Tx,
  gate: StoredGate,
  to: (state: VersionState) => VersionState,
  mover: Mover,
): Promise<VersionMove | null> {
  if (gate.runId !== null) return null
  // All decisions on the versions of a chain queue here, so that each sees what the one before it left.
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${gate.projectId}::uuid AND id = ${gate.chainId}::uuid FOR NO KEY UPDATE`
  const versions = await listChainVersions(tx, gate.projectId, [gate.chainId])
  const current = versions.find((row) => row.id === gate.versionId)
  if (!current) return null
  const state = to(current.state)
  if (state !== current.state) {
    await tx.chainVersion.update({
      where: { projectId_id: { projectId: gate.projectId, id: current.id } },
      data: { state },
    })
    await cancelOvertaken(tx, gate.projectId, [gate.chainId], mover.at)
  }
  const standing = (of: VersionState) => ({ versionState: of, servedVersion: servedIf(versions, current.id, of) })
  const after = standing(state)
  if (state !== current.state || mover.kind === 'approved')
    await addVersionEvent(tx, {
      ...mover,
      projectId: gate.projectId,
      versionId: current.id,
      gateId: gate.id,
      fromState: current.state,
      toState: state,
      servedVersion: after.servedVersion,
    })
  return { before: standing(current.state), after }
}
