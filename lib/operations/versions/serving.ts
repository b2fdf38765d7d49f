import type { versionStates } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { findPriorVersion, servedVersion } from '@/lib/engine/regression/versions'
import { announce } from '../live/changes'
import { enqueue } from '../queue/enqueue'
import { lockChain } from './store'

export type VersionState = (typeof versionStates)[number]

/** `asked`: a gate on the version is pending, or one was opened or decided because of a regression and was not taken back. */
export type ChainVersionRow = {
  chainId: string
  id: string
  version: string
  state: VersionState
  authorId: string | null
  hasLiveRuns: boolean
  asked: boolean
}

/** Lists every version of these chains, in no order. `without`: a gate whose decision is regarded as taken back. */
export function listChainVersions(
  db: Db | Tx,
  projectId: string,
  chainIds: readonly string[],
  without: string | null = null,
): Promise<ChainVersionRow[]> {
  return db.$queryRaw<ChainVersionRow[]>`
    SELECT v.chain_id AS "chainId", v.id, v.version, v.state, v.author_id AS "authorId",
      EXISTS (SELECT 1 FROM rollup_day r WHERE r.project_id = ${projectId}::uuid AND r.version_id = v.id AND r.live_scored > 0) AS "hasLiveRuns",
      EXISTS (SELECT 1 FROM gate g WHERE g.project_id = ${projectId}::uuid AND g.version_id = v.id AND g.run_id IS NULL
        AND (g.state = 'pending' OR (g.kind = 'regression' OR g.evidence->>'verdict' = 'regression')
          AND g.id IS DISTINCT FROM ${without}::uuid AND NOT ${isUndone(projectId)})) AS asked
    FROM chain_version v
    WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(${chainIds}::uuid[])`
}

/** Condition that the decision on a gate `g` was taken back, or was so before a time. */
export function isUndone(projectId: string, before?: Date): Prisma.Sql {
  const inTime = before ? Prisma.sql`AND d.decided_at < ${before}::timestamptz` : Prisma.empty
  return Prisma.sql`EXISTS (
    SELECT 1 FROM decision d WHERE d.project_id = ${projectId}::uuid AND d.gate_id = g.id AND d.kind = 'gate_undone' ${inTime})`
}

const TAKEN_BACK: readonly VersionState[] = ['rolled_back', 'halted']

type VersionStatus = Pick<ChainVersionRow, 'version' | 'state' | 'hasLiveRuns'>

/** Whether higher versions are compared with this one: it is no candidate, not taken back, and has live runs. */
function isBaseline({ state, hasLiveRuns }: VersionStatus): boolean {
  return state !== 'candidate' && hasLiveRuns && !TAKEN_BACK.includes(state)
}

/** The version to compare with: the highest lower baseline, or for a candidate the highest baseline, which serves. */
export function priorOf<T extends VersionStatus>(
  versions: readonly T[],
  current: Pick<ChainVersionRow, 'version' | 'state'>,
): T | null {
  const baselines = versions.filter(isBaseline).map((row) => ({ ...row, isPublished: true, isRolledBack: false }))
  return current.state === 'candidate' ? servedVersion(baselines) : findPriorVersion(baselines, current.version)
}

/** The newest of these versions and {@link priorOf} it; null without either. `versions`: all of a chain, the highest first. */
export function newestPair<T extends VersionStatus>(versions: readonly T[]): { current: T; prior: T } | null {
  const place = versions.findIndex(({ state }) => state !== 'candidate')
  const current = versions[Math.max(0, place)]
  const prior = versions.find((version, at) => (place < 0 || at > place) && isBaseline(version))
  return current && prior ? { current, prior } : null
}

/** {@link priorOf} for every version of a chain. `versions`: all of them, the highest first. */
export function priorsOf<T extends VersionStatus>(versions: readonly T[]): Map<T, T | null> {
  const highest = versions.find(isBaseline) ?? null
  let below: T | null = null
  const priors = new Map<T, T | null>()
  for (const version of versions.toReversed()) {
    priors.set(version, version.state === 'candidate' ? highest : below)
    if (isBaseline(version)) below = version
  }
  return priors
}

/** The version that would serve if this one were in this state. */
export function servedIf(versions: readonly ChainVersionRow[], versionId: string, state: VersionState): string | null {
  return servedVersion(versions.map((row) => (row.id === versionId ? { ...row, state } : row)))?.version ?? null
}

type Open = { id: string; chainId: string; version: string; state: VersionState; isOpen: boolean }

/**
 * Cancels queued and running trials of versions that were taken back or no longer serve. Must be called in the transaction of
 * whatever changes the served version. Running trials may still report.
 */
export async function cancelOutdatedTrials(
  tx: Tx,
  projectId: string,
  chainIds: readonly string[],
  now: Date,
): Promise<void> {
  const versions = await tx.$queryRaw<Open[]>`
    SELECT v.id, v.chain_id AS "chainId", v.version, v.state, EXISTS (
      SELECT 1 FROM trial t WHERE t.project_id = ${projectId}::uuid AND t.version_id = v.id AND t.status IN ('queued', 'running')
    ) AS "isOpen"
    FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(${chainIds}::uuid[])`
  if (!versions.some(({ isOpen }) => isOpen)) return
  const ended = [...Map.groupBy(versions, ({ chainId }) => chainId).values()].flatMap((own) => {
    const served = servedVersion(own)
    return own.flatMap((row) => {
      const why = row.isOpen ? whyOver(row, served) : null
      return why === null ? [] : [{ id: row.id, why }]
    })
  })
  if (ended.length === 0) return
  await tx.$executeRaw`
    UPDATE trial t SET status = 'cancelled', error = x.why, ended_at = ${now}, next_at = NULL
    FROM unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ why }) => why)}::text[]) AS x(version_id, why)
    WHERE t.project_id = ${projectId}::uuid AND t.version_id = x.version_id AND t.status IN ('queued', 'running')`
  for (const { id } of ended) await announce(tx, { project: projectId, topic: 'trials', id })
}

/**
 * Puts the trials of a chain that a decision cancelled back, once it is taken back: those that were claimed to their claim, the others in the
 * queue. Left out are those of which an outcome was reported since, and of versions that no longer serve.
 * @param cancelledAt when it was decided
 */
export async function resumeTrials(
  tx: Tx,
  { projectId, chainId, cancelledAt }: { projectId: string; chainId: string; cancelledAt: Date },
  now: Date,
): Promise<void> {
  const versions = await tx.$queryRaw<Pick<Open, 'id' | 'version' | 'state'>[]>`
    SELECT id, version, state FROM chain_version WHERE project_id = ${projectId}::uuid AND chain_id = ${chainId}::uuid`
  const served = servedVersion(versions)
  const ids = versions.filter((row) => whyOver(row, served) === null).map(({ id }) => id)
  const resumed = await tx.$queryRaw<{ versionId: string; isDue: boolean }[]>`
    UPDATE trial t SET status = CASE WHEN t.lease_until IS NULL THEN 'queued' ELSE 'running' END, error = NULL, ended_at = NULL,
      next_at = CASE WHEN t.lease_until IS NULL AND v.executor->>'kind' = 'http' THEN ${now}::timestamptz END
    FROM chain_version v
    WHERE t.project_id = ${projectId}::uuid AND t.version_id = ANY(${ids}::uuid[]) AND t.status = 'cancelled' AND t.ended_at = ${cancelledAt}
      AND v.project_id = ${projectId}::uuid AND v.id = t.version_id
      AND NOT EXISTS (SELECT 1 FROM run_key k WHERE k.project_id = ${projectId}::uuid AND k.run_key = t.run_key)
    RETURNING t.version_id AS "versionId", t.next_at IS NOT NULL AS "isDue"`
  const due = resumed.filter(({ isDue }) => isDue)
  await enqueue(
    tx,
    due.map(() => ({ name: 'trial-run', data: {}, at: now })),
  )
  for (const id of new Set(resumed.map(({ versionId }) => versionId)))
    await announce(tx, { project: projectId, topic: 'trials', id })
}

function whyOver(
  { version, state }: Pick<Open, 'version' | 'state'>,
  served: Pick<Open, 'version'> | null,
): string | null {
  if (state === 'rolled_back') return `${version} was rolled back`
  if (state === 'halted') return `${version} was halted`
  return state === 'live' && served && served.version !== version ? `${served.version} supersedes ${version}` : null
}

export type VersionPlace = { projectId: string; chainId: string; versionId: string }

/** State of a version before publishing. `bodyHash` is null until it is published. */
export type KnownVersion = {
  bodyHash: string | null
  publishedBy: string | null
  state: VersionState
  hasRuns: boolean
}

/** Locks chain and version, so that publications and decisions on one chain are serialized. */
export async function lockVersion(
  tx: Tx,
  projectId: string,
  { chainId, versionId }: Omit<VersionPlace, 'projectId'>,
): Promise<KnownVersion> {
  await lockChain(tx, projectId, chainId)
  const [row] = await tx.$queryRaw<KnownVersion[]>`
    SELECT v.body_hash AS "bodyHash", v.published_by AS "publishedBy", v.state,
      EXISTS (SELECT 1 FROM run_summary r WHERE r.project_id = ${projectId}::uuid AND r.version_id = v.id) AS "hasRuns"
    FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = ${versionId}::uuid FOR UPDATE OF v`
  if (!row) throw new Error(`version ${versionId} is gone`)
  return row
}
