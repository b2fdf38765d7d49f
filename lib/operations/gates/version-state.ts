import type { Tx } from '@/lib/db/client'
import { listChainVersions, servedIf, type VersionState } from './chain-versions'
import type { StoredGate } from './load-gate'

/** What of a chain a gate's outcome shows in: the state of its version, and the version that serves. */
export type VersionStanding = { versionState: VersionState; servedVersion: string | null }
export type VersionMove = { before: VersionStanding; after: VersionStanding }

/** Puts the gate's version in a state and says what serves before and after. Null for a gate about a run. */
export async function moveVersion(
  tx: Tx,
  gate: StoredGate,
  to: (state: VersionState) => VersionState,
): Promise<VersionMove | null> {
  if (gate.runId !== null) return null
  // All decisions on the versions of a chain queue here, so that each sees what the one before it left.
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${gate.projectId}::uuid AND id = ${gate.chainId}::uuid FOR NO KEY UPDATE`
  const versions = await listChainVersions(tx, gate.projectId, [gate.chainId])
  const current = versions.find((row) => row.id === gate.versionId)
  if (!current) return null
  const state = to(current.state)
  if (state !== current.state)
    await tx.chainVersion.update({
      where: { projectId_id: { projectId: gate.projectId, id: current.id } },
      data: { state },
    })
  const standing = (of: VersionState) => ({ versionState: of, servedVersion: servedIf(versions, current.id, of) })
  return { before: standing(current.state), after: standing(state) }
}
