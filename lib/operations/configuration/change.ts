import {
  type Configuration,
  chainSettings,
  configuration,
  type EffectiveConfiguration,
  NOT_ALL_ZERO,
} from '@/lib/contracts/configuration'
import { type ConfigurationView, putConfiguration as contract } from '@/lib/contracts/configuration-requests'
import type { InputIssue } from '@/lib/contracts/input-issues'
import { isRecord } from '@/lib/contracts/is-record'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { diffLeaves } from '@/lib/engine/json/diff'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { enqueuePrediction } from '../queue/enqueue'
import { noteAllChains, noteChangedChains } from '../rollups/changed-chains'
import { assertExpected } from '../setting-versions'
import {
  DEFAULT_CONFIGURATION,
  loadLevels,
  mergeConfiguration,
  PROJECT_SCOPE,
  type StoredConfiguration,
} from './levels'
import { type ConfigurationScope, loadScope, loadView } from './read'

/**
 * Replaces a level as a whole by its next version; unchanged content is no new version. Stored runs are not recomputed: the change applies
 * to runs that arrive from now on.
 */
export const putConfiguration = operation(contract, (ctx, { chain, expected, comment, ...input }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const config = withoutEmpty(input.config)
    await lockConfiguration(tx, projectId)
    const scope = await loadScope(tx, projectId, chain)
    const before = await loadView(tx, projectId, scope)
    if (diffLeaves(before.own, config).length === 0) return { configuration: before, notes: [] }
    assertExpected(before, expected)
    await assertUsable(tx, projectId, scope, config)
    await storeConfiguration(tx, ctx, scope, { before: { number: before.number, config: before.own }, config, comment })
    const subject = scope.chainId === undefined ? `project:${projectId}` : `chain:${scope.chainId}`
    await audit(tx, ctx, 'configuration.put', { subject, before: before.own, after: config })
    const after = await loadView(tx, projectId, scope)
    return { configuration: after, notes: changeNotes(before, after) }
  }),
)

/** Removes groups without values. */
function withoutEmpty(config: Configuration): Configuration {
  const prune = (value: unknown): unknown =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => {
            const kept = prune(inner)
            return kept === undefined || (isRecord(kept) && Object.keys(kept).length === 0) ? [] : [[key, kept]]
          }),
        )
      : value
  return configuration.parse(prune(config))
}

/**
 * Rejects values that are valid on their own level but not combined: chain settings on the project, and weights that are all zero after
 * merging, for this level or for a chain.
 * @throws invalid_input naming the field
 */
export async function assertUsable(
  tx: Db | Tx,
  projectId: string,
  { chainId }: ConfigurationScope,
  proposed: Configuration,
): Promise<void> {
  if (chainId !== undefined) {
    const { project } = await loadLevels(tx, projectId)
    return refuse(issuesOf(mergeConfiguration(DEFAULT_CONFIGURATION, project.config, proposed), ''))
  }
  const foreign = Object.keys(proposed).filter((key) => Object.hasOwn(chainSettings.shape, key))
  refuse(foreign.map((key) => ({ path: `config.${key}`, message: 'is set for one chain: name the chain' })))
  const base = mergeConfiguration(DEFAULT_CONFIGURATION, proposed)
  refuse(issuesOf(base, ''))
  const chains = await loadChainConfigurations(tx, projectId)
  refuse(
    chains.flatMap(({ chain, config }) => issuesOf(mergeConfiguration(base, config), ` together with chain ${chain}`)),
  )
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues)
}

function issuesOf(effective: EffectiveConfiguration, where: string): InputIssue[] {
  const groups = {
    'quality_assurance.scoring_weights': effective.quality_assurance.scoring_weights,
    stratt_weights: effective.stratt_weights,
    confidence_weights: effective.confidence_weights,
  }
  return Object.entries(groups)
    .filter(([, weights]) => Object.values(weights).every((weight) => weight === 0))
    .map(([path]) => ({ path: `config.${path}`, message: `${NOT_ALL_ZERO}${where}` }))
}

async function loadChainConfigurations(
  tx: Db | Tx,
  projectId: string,
): Promise<{ chain: string; config: Configuration }[]> {
  const rows = await tx.$queryRaw<{ chain: string; config: unknown }[]>`
    SELECT c.name AS chain, v.config FROM (
      SELECT DISTINCT ON (scope) scope, config FROM config_version
      WHERE project_id = ${projectId}::uuid AND scope <> ${PROJECT_SCOPE} ORDER BY scope, number DESC) v
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = v.scope::uuid ORDER BY ${naturalPlace(Prisma.sql`c.name`)}`
  return rows.map((row) => ({ chain: row.chain, config: configuration.parse(row.config) }))
}

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
  if (chainId === undefined) noteAllChains(tx, projectId)
  else {
    noteChangedChains(tx, projectId, [chainId])
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
