import type { Tx } from '@/lib/db/client'
import type { StoredGate } from './load-gate'
import { openRegressionGates } from './open-regression-gates'
import type { VersionMove } from './version-state'

/**
 * Where an outcome moved a version, another one may serve, or be compared with a better one than before: a regression that
 * shows only now is asked about at once. The last thing an outcome does, since others wait for the audit log from here on.
 */
export async function askAboutServed(
  tx: Tx,
  { projectId, chainId }: StoredGate,
  move: VersionMove | null,
  now: Date,
): Promise<void> {
  if (!move || move.before.versionState === move.after.versionState) return
  const chain = await tx.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: chainId } } })
  await openRegressionGates(tx, { projectId, chains: [chain], now })
}
