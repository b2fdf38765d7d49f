import type { Profile } from '@/lib/contracts/primitives'
import { publishVersion as contract, getVersion, type PublishInput } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { normalEmail } from '../account/users'
import { lockConfiguration, storeConfiguration } from '../configuration/change'
import { loadScope, loadView } from '../configuration/read'
import { actorName, type ProjectContext, personOf } from '../context'
import { AppError, invalidInput } from '../errors'
import { bodyHash } from '../ingest/body-hash'
import { ensureVersion, type VersionSettings } from '../ingest/version'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { refusePrivate } from '../outbound/addresses'
import { moveCounts } from '../rollups/runs'
import { queuePublished } from '../trials/queue'
import { sealExecutor } from '../versions/executor'
import { type KnownVersion, lockVersion, type VersionPlace, type VersionState } from '../versions/serving'
import { refuseUnusableSchema } from '../versions/store'
import { askAboutRuns, promoteCandidate, recordPublication, refuseWhileAsked } from './promote'
import { loadVersionDetail } from './version'

type Published = { published: boolean; trials: number; signingSecret: string | null }

const UNCHANGED: Published = { published: false, trials: 0, signingSecret: null }

/**
 * Publishes a version permanently: its history only grows, and its contract, criteria and scenarios cannot change. A candidate
 * does not serve until it is published again without `candidate`. Publishing decides nothing, so an API key may do it; it never
 * restores a version that was rolled back or halted.
 */
export const publishVersion = operation(contract, async (ctx, input) => {
  await refuseUnusableSchema(ctx, input.contract?.schema)
  if (input.executor?.kind === 'http') await refusePrivate(input.executor.url, 'executor.url')
  const authorId = await findAuthorId(ctx, input.author)
  return inTransaction(ctx, async (tx) => {
    const isNewChain = (await countVersions(tx, ctx.project.id, input.chain)) === 0
    const settings = await ensureVersion(tx, ctx.project.id, input, { now: ctx.now(), isCandidate: true })
    const known = await lockVersion(tx, ctx.project.id, settings)
    const done =
      known.bodyHash === null
        ? await publishNew(tx, ctx, settings, { input, known, authorId, isNewChain })
        : await publishAgain(tx, ctx, settings, { input, known, authorId })
    return {
      ...getVersion.output.parse({ version: await loadVersionDetail(tx, ctx, input.chain, input.version) }),
      ...done,
    }
  })
})

type Publication = { input: PublishInput; known: KnownVersion; authorId: string | null }

async function publishNew(
  tx: Tx,
  ctx: ProjectContext,
  settings: VersionSettings,
  { input, known, authorId, isNewChain }: Publication & { isNewChain: boolean },
): Promise<Published> {
  const place = { projectId: ctx.project.id, chainId: settings.chainId, versionId: settings.versionId }
  if (known.state === 'rolled_back' || known.state === 'halted') throw takenBack(input, known.state)
  if (input.candidate && known.state === 'live' && known.hasRuns) throw isLive(input)
  if (isNewChain) await setProfile(tx, ctx, input.chain, input.profile)
  else refuseOtherProfile(input.profile, settings.profile)
  const { executor, minted } = await sealExecutor(tx, place, input.executor)
  const toState: VersionState = input.candidate ? 'candidate' : 'live'
  const isFromTrial = known.state === 'candidate' && toState === 'live'
  if (isFromTrial) await refuseWhileAsked(tx, ctx.project.id, settings)
  const store = () =>
    storePublication(tx, ctx, place, { input, hash: hashOf(input), executor, state: toState, authorId })
  if (known.state === toState) await store()
  else await moveCounts(tx, { ...place, isCandidate: toState === 'candidate' }, store)
  await recordPublication(tx, ctx, place, { version: input.version, notes: input.notes, fromState: null, toState })
  if (isFromTrial) await askAboutRuns(tx, ctx.project.id, settings, ctx.now())
  const trials = await queuePublished(tx, ctx, { ...place, ...input, minLiveRuns: settings.minLiveRuns })
  await announce(tx, { project: ctx.project.id, topic: 'chains' })
  return { published: true, trials, signingSecret: minted }
}

async function publishAgain(
  tx: Tx,
  ctx: ProjectContext,
  settings: VersionSettings,
  { input, known, authorId }: Publication,
): Promise<Published> {
  const isSame = known.bodyHash === hashOf(input) || (known.state === 'candidate' && isBare(input))
  if (!isSame) throw anotherBody(input, known.publishedBy)
  if (input.candidate && known.state === 'live') throw isLive(input)
  if (input.candidate || known.state !== 'candidate') return UNCHANGED
  await promoteCandidate(tx, ctx, settings, { notes: input.notes, authorId })
  return { ...UNCHANGED, published: true }
}

/** Hash of everything a version promises, without whether it is a candidate and who made it. */
function hashOf({ candidate: _candidate, author: _author, ...promise }: PublishInput): string {
  return bodyHash(promise)
}

/** Whether the input only names a version, to refer to a candidate published before. */
function isBare({ chain, version, candidate, author, notes, ...promise }: PublishInput) {
  return Object.values(promise).every((value) => value === undefined)
}

function conflict(path: string, message: string): AppError {
  return new AppError('conflict', message, [{ path, message }])
}

function anotherBody({ version }: PublishInput, by: string | null): AppError {
  return conflict(
    'version',
    `${version} was published by ${by ?? 'someone'} with another body: publish a higher version`,
  )
}

function takenBack({ version }: PublishInput, state: 'rolled_back' | 'halted'): AppError {
  return conflict(
    'version',
    `${version} was ${state === 'halted' ? 'halted' : 'rolled back'}: publish a higher version`,
  )
}

function isLive({ version }: PublishInput): AppError {
  return conflict('candidate', `${version} is live already: only a new version can be a candidate`)
}

/**
 * Returns the id of a version's author, who may not decide on it: the signed-in person, or the member named by an API key; null
 * if none is named.
 * @throws invalid_input for an author who is not a member, or is not the signed-in person
 */
async function findAuthorId(ctx: ProjectContext, author: string | undefined): Promise<string | null> {
  const person = personOf(ctx.actor)
  if (author === undefined) return person?.userId ?? null
  const member = await ctx.db.membership.findFirst({
    where: { projectId: ctx.project.id, user: { email: normalEmail(author) } },
    select: { userId: true },
  })
  if (!member) throw invalidInput([{ path: 'author', message: 'no member of this project has this e-mail' }])
  if (person && person.userId !== member.userId)
    throw invalidInput([{ path: 'author', message: 'a person publishes as the author: leave it out' }])
  return member.userId
}

type StoredPublication = {
  input: PublishInput
  hash: string
  executor: object | null
  state: VersionState
  authorId: string | null
}

/** Stores what a version promises, by whom and when. Previously declared contract and criteria are kept if none are given. */
async function storePublication(
  tx: Tx,
  ctx: ProjectContext,
  { projectId, versionId }: VersionPlace,
  { input, hash, executor, state, authorId }: StoredPublication,
): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : toStorableJson(value))
  await tx.$executeRaw`
    UPDATE chain_version SET state = ${state}, contract = coalesce(${json(input.contract)}::json, contract),
      criteria = coalesce(${json(input.criteria)}::jsonb, criteria), graph = ${json(input.graph)}::json,
      scenarios = ${json(input.scenarios)}::json, executor = ${json(executor)}::jsonb, notes = ${input.notes ?? null},
      published_by = ${actorName(ctx.actor)}, body_hash = ${hash}, published_at = ${ctx.now()},
      author_id = coalesce(author_id, ${authorId}::uuid)
    WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid`
}

/** Number of versions of a chain; 0 for an unknown chain. */
function countVersions(tx: Tx, projectId: string, chain: string): Promise<number> {
  return tx.chainVersion.count({ where: { projectId, chain: { name: chain } } })
}

/** Sets the profile of a new chain. Later only an admin may change it, since versions are compared on one profile. */
async function setProfile(tx: Tx, ctx: ProjectContext, chain: string, profile: Profile | undefined): Promise<void> {
  if (profile === undefined) return
  await lockConfiguration(tx, ctx.project.id)
  const scope = await loadScope(tx, ctx.project.id, chain)
  const { number, own, effective } = await loadView(tx, ctx.project.id, scope)
  if (effective.profile === profile) return
  await storeConfiguration(tx, ctx, scope, { before: { number, config: own }, config: { ...own, profile } })
}

/** @throws invalid_input naming `profile` when it differs from the chain's profile */
function refuseOtherProfile(asked: Profile | undefined, current: Profile): void {
  if (asked === undefined || asked === current) return
  const message = `this chain is scored by ${current}: an admin changes that in its settings, for all versions`
  throw invalidInput([{ path: 'profile', message }])
}
