import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { listChainVersions, servedIf, type VersionState } from '../gates/chain-versions'
import { cancelOvertaken } from '../trials/cancel-trials'
import { addVersionEvent } from './add-version-event'
import type { VersionPlace } from './lock-version'

type Step = { version: string; notes: string | undefined; fromState: VersionState | null; toState: VersionState }

/** Puts a publication on record: in the version's history, in the audit log, and on the trials of what it supersedes. */
export async function recordPublication(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, chainId, versionId }: VersionPlace,
  { version, notes, fromState, toState }: Step,
): Promise<void> {
  const served = servedIf(await listChainVersions(tx, projectId, [chainId]), versionId, toState)
  await addVersionEvent(tx, {
    projectId,
    versionId,
    kind: toState === 'candidate' ? 'held' : 'published',
    by: actorName(ctx.actor),
    reason: notes ?? null,
    fromState,
    toState,
    servedVersion: served,
    at: ctx.now(),
  })
  const before = fromState && { state: fromState }
  await audit(tx, ctx, 'version.published', `version:${versionId}`, before, {
    version,
    state: toState,
    servedVersion: served,
  })
  if (served === version) await cancelOvertaken(tx, projectId, [chainId], ctx.now())
}
