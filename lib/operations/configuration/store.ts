import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import type { Tx } from '@/lib/db/client'
import { actorName, type ProjectContext } from '../context'
import { announce } from '../live/changes'
import { enqueuePrediction } from '../queue/enqueue'
import { DEFAULT_CONFIGURATION, type StoredConfiguration } from './levels'
import type { ConfigurationScope } from './read'

/** Serializes the changes of a project's configuration on all levels, since each is validated against the others. */
export async function lockConfiguration(tx: Tx, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${projectId} configuration`}, 0))::text`
}

type Change = { before: StoredConfiguration; config: Configuration; comment?: string | undefined }

/** Appends the next version of a level and copies a chain's settings to its row. The caller holds the lock and writes the audit event. */
export async function storeConfiguration(
  tx: Tx,
  ctx: ProjectContext,
  { scope, chainId }: ConfigurationScope,
  { before, config, comment }: Change,
): Promise<void> {
  const projectId = ctx.project.id
  await tx.configVersion.create({
    data: {
      projectId,
      scope,
      number: before.number + 1,
      config,
      comment: comment || null,
      by: actorName(ctx.actor),
      at: ctx.now(),
    },
  })
  if (chainId !== undefined) {
    const { profile, regression_threshold, min_live_runs, gate_hours, gate_quorum } = {
      ...DEFAULT_CONFIGURATION,
      ...config,
    }
    await tx.chain.update({
      where: { projectId_id: { projectId, id: chainId } },
      data: {
        profile,
        regressionThreshold: regression_threshold,
        minLiveRuns: min_live_runs,
        gateHours: gate_hours,
        gateQuorum: gate_quorum,
      },
    })
  }
  await enqueuePrediction(tx, projectId)
  await announce(tx, { project: projectId, topic: 'configuration' })
}

type Level = Pick<ConfigurationView, 'effective' | 'maxAttempts'>

/** Returns notes about what a change does not affect. */
export function changeNotes(before: Level, after: Level): string[] {
  const notes: string[] = []
  if (before.effective.profile !== after.effective.profile)
    notes.push(
      'Runs already scored keep their scores, so that means hold both kinds. Rescore to replay history as a new series.',
    )
  if (before.maxAttempts !== after.maxAttempts)
    notes.push('Runs already decided keep their decision; the new number of attempts holds for the next runs.')
  if (before.effective.gate_hours !== after.effective.gate_hours) notes.push('Gates that are open keep their deadline.')
  if (before.effective.gate_quorum !== after.effective.gate_quorum)
    notes.push('Gates that are open keep the number of approvals they were opened with.')
  return notes
}
