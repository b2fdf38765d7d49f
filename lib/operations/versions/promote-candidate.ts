import type { Tx } from '@/lib/db/client'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { openRegressionGates } from '../gates/open-regression-gates'
import { announce } from '../live/announce'
import type { VersionSettings } from '../runs/ingest/ensure-versions'
import { recordPublication } from './record-publication'

/**
 * Makes a candidate live, as it was published. Its runs count from here on, so a regression they show opens a gate now. The
 * caller holds chain and version.
 * @throws conflict while a gate on it waits: that question is answered there
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
  const gate = await tx.gate.findFirst({ where: { projectId, versionId, runId: null, state: 'pending' } })
  if (gate) {
    const message = `a gate on ${version} is open, and decides whether it serves: ${gate.title}`
    throw new AppError('conflict', message, [{ path: 'version', message }])
  }
  await tx.$executeRaw`
    UPDATE chain_version SET state = 'live', published_by = ${actorName(ctx.actor)}, published_at = ${ctx.now()},
      author_id = coalesce(author_id, ${authorId}::uuid)
    WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid`
  await recordPublication(tx, ctx, place, { version, notes, fromState: 'candidate', toState: 'live' })
  await openRegressionGates(tx, {
    projectId,
    chains: [{ ...settings, id: settings.chainId, name: settings.chain }],
    now: ctx.now(),
  })
  await announce(tx, { project: projectId, topic: 'chains' })
}
