import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { openRegressionGates } from '../gates/open-automatic'
import type { VersionSettings } from '../ingest/version'
import { announce } from '../live/changes'
import { noteChangedChains } from '../rollups/changed-chains'
import { moveCounts } from '../rollups/runs'
import {
  cancelOutdatedTrials,
  listChainVersions,
  servedIf,
  type VersionPlace,
  type VersionState,
} from '../versions/serving'
import { addVersionEvent } from '../versions/store'

/**
 * Makes a published candidate live, unchanged. The caller must have locked chain and version.
 * @throws conflict while a gate on it is pending
 */
export async function promoteCandidate(
  tx: Tx,
  ctx: ProjectContext,
  settings: VersionSettings,
  { notes, authorId }: { notes: string | undefined; authorId: string | null },
): Promise<void> {
  const place = { projectId: ctx.project.id, chainId: settings.chainId, versionId: settings.versionId }
  const { projectId, versionId } = place
  const { version } = settings
  await refuseWhileAsked(tx, projectId, settings)
  await moveCounts(
    tx,
    { ...place, isCandidate: false },
    () => tx.$executeRaw`
      UPDATE chain_version SET state = 'live', published_by = ${actorName(ctx.actor)}, published_at = ${ctx.now()},
        author_id = coalesce(author_id, ${authorId}::uuid)
      WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid`,
  )
  await recordPublication(tx, ctx, place, { version, notes, fromState: 'candidate', toState: 'live' })
  await askAboutRuns(tx, projectId, settings, ctx.now())
  await announce(tx, { project: projectId, topic: 'chains' })
}

/** @throws conflict while a gate on the version is pending, since its decision determines whether the version serves */
export async function refuseWhileAsked(
  tx: Tx,
  projectId: string,
  { versionId, version }: Pick<VersionSettings, 'versionId' | 'version'>,
): Promise<void> {
  const gate = await tx.gate.findFirst({ where: { projectId, versionId, runId: null, state: 'pending' } })
  if (!gate) return
  const message = `a gate on ${version} is open, and decides whether it serves: ${gate.title}`
  throw new AppError('conflict', message, [{ path: 'version', message }])
}

/** Opens a gate if the runs of a candidate that just went live show a regression. */
export async function askAboutRuns(tx: Tx, projectId: string, settings: VersionSettings, now: Date): Promise<void> {
  const chain = { ...settings, id: settings.chainId, name: settings.chain }
  await openRegressionGates(tx, { projectId, chains: [chain], now })
}

type Step = { version: string; notes: string | undefined; fromState: VersionState | null; toState: VersionState }

/** Records a publication in the version's history and the audit log, and cancels the trials of the version it supersedes. */
export async function recordPublication(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, chainId, versionId }: VersionPlace,
  { version, notes, fromState, toState }: Step,
): Promise<void> {
  const served = servedIf(await listChainVersions(tx, projectId, [chainId]), versionId, toState)
  noteChangedChains(tx, projectId, [chainId])
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
  await audit(tx, ctx, 'version.published', {
    subject: `version:${versionId}`,
    before,
    after: {
      version,
      state: toState,
      servedVersion: served,
    },
  })
  if (served === version) await cancelOutdatedTrials(tx, projectId, [chainId], ctx.now())
}
