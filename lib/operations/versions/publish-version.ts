import { publishVersion as contract, getVersion, type PublishInput } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { toStorableJson } from '@/lib/db/rows'
import { audit } from '../audit'
import { actorName, inTransaction, type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { listChainVersions, servedIf, type VersionState } from '../gates/chain-versions'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { bodyHash } from '../runs/ingest/body-hash'
import { ensureVersions, versionKey } from '../runs/ingest/ensure-versions'
import { queuePublished } from '../trials/queue-trials'
import { refusePrivate } from '../webhooks/refuse-private'
import { addVersionEvent } from './add-version-event'
import { countVersions, giveProfile, refuseOtherProfile } from './chain-profile'
import { sealExecutor } from './executor'
import { findVersionDetail } from './load-version-detail'
import { refuseUnusableSchema } from './refuse-unusable-schema'

/**
 * Publishes a version for good: its history only grows from here, and nothing it promised can be changed. Publishing decides
 * nothing, so a key may do it. What a person or a deadline has taken back stays taken back.
 */
export const publishVersion = operation(contract, async (ctx, input) => {
  refuseUnusableSchema(input.contract?.schema)
  if (input.executor?.kind === 'http') await refusePrivate(input.executor.url, 'executor.url')
  return inTransaction(ctx, async (tx) => {
    const hash = bodyHash(input)
    const isNewChain = (await countVersions(tx, ctx.project.id, input.chain)) === 0
    const settings = (await ensureVersions(tx, ctx.project.id, [input], ctx.now())).get(versionKey(input))
    if (!settings) throw new Error(`no settings for ${input.chain}@${input.version}`)
    const place = { projectId: ctx.project.id, chainId: settings.chainId, versionId: settings.versionId }
    const known = await lockVersion(tx, place)
    const answer = async (published: boolean, trials: number, signingSecret: string | null) => ({
      ...getVersion.output.parse({ version: await findVersionDetail(tx, ctx, input.chain, input.version) }),
      published,
      trials,
      signingSecret,
    })
    if (known.bodyHash === hash) return answer(false, 0, null)
    if (known.bodyHash !== null) throw published(input, known.publishedBy)
    refuseIfMoved(input, known)
    if (isNewChain) await giveProfile(tx, ctx, input.chain, input.profile)
    else refuseOtherProfile(input.profile, settings.profile)
    const { executor, minted } = await sealExecutor(tx, place, input.executor)
    const state: VersionState = input.hold ? 'candidate' : 'live'
    await storePublication(tx, ctx, place, { input, hash, executor, state })
    await record(tx, ctx, place, state, input)
    const trials = await queuePublished(tx, ctx, { ...place, ...input, minLiveRuns: settings.minLiveRuns })
    await announce(tx, { project: ctx.project.id, topic: 'chains' })
    return answer(true, trials, minted)
  })
})

export type VersionPlace = { projectId: string; chainId: string; versionId: string }
type Known = {
  bodyHash: string | null
  publishedBy: string | null
  state: VersionState
  hasRuns: boolean
  authorId: string | null
}

/** Holds chain and version, so that publications and decisions on one chain follow each other. */
async function lockVersion(tx: Tx, { projectId, chainId, versionId }: VersionPlace): Promise<Known> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${projectId}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
  const [row] = await tx.$queryRaw<Known[]>`
    SELECT v.body_hash AS "bodyHash", v.published_by AS "publishedBy", v.state, v.author_id AS "authorId",
      EXISTS (SELECT 1 FROM run_summary r WHERE r.project_id = v.project_id AND r.version_id = v.id) AS "hasRuns"
    FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = ${versionId}::uuid FOR UPDATE OF v`
  if (!row) throw new Error(`version ${versionId} is gone`)
  return row
}

function published({ version }: PublishInput, by: string | null): AppError {
  const message = `${version} was published by ${by ?? 'someone'} with another body: publish a higher version`
  return new AppError('conflict', message, [{ path: 'version', message }])
}

function refuseIfMoved({ version, hold }: PublishInput, { state, hasRuns }: Known): void {
  if (state === 'rolled_back' || state === 'halted') {
    const message = `${version} was ${state === 'halted' ? 'halted' : 'rolled back'}: publish a higher version`
    throw new AppError('conflict', message, [{ path: 'version', message }])
  }
  if (hold && state === 'live' && hasRuns) {
    const message = `${version} has runs and is live already: only a new version can be held back`
    throw new AppError('conflict', message, [{ path: 'hold', message }])
  }
}

type Publication = { input: PublishInput; hash: string; executor: object | null; state: VersionState }

async function storePublication(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, versionId }: VersionPlace,
  { input, hash, executor, state }: Publication,
): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : toStorableJson(value))
  await tx.$executeRaw`
    UPDATE chain_version SET state = ${state}, contract = coalesce(${json(input.contract)}::jsonb, contract),
      criteria = coalesce(${json(input.criteria)}::jsonb, criteria), graph = ${json(input.graph)}::jsonb,
      scenarios = ${json(input.scenarios)}::jsonb, executor = ${json(executor)}::jsonb, notes = ${input.notes ?? null},
      published_by = ${actorName(ctx.actor)}, body_hash = ${hash}, published_at = ${ctx.now()},
      author_id = coalesce(author_id, ${personOf(ctx.actor)?.userId ?? null}::uuid)
    WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid`
}

async function record(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, chainId, versionId }: VersionPlace,
  state: VersionState,
  { version, notes }: PublishInput,
): Promise<void> {
  const versions = await listChainVersions(tx, projectId, [chainId])
  const served = servedIf(versions, versionId, state)
  await addVersionEvent(tx, {
    projectId,
    versionId,
    kind: state === 'candidate' ? 'held' : 'published',
    by: actorName(ctx.actor),
    reason: notes ?? null,
    fromState: null,
    toState: state,
    servedVersion: served,
    at: ctx.now(),
  })
  await audit(tx, ctx, 'version.published', `version:${versionId}`, null, { version, state, servedVersion: served })
}
