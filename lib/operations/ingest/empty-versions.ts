import { createHash } from 'node:crypto'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { enqueue, type VersionJob } from '../queue/enqueue'
import { noteChangedChains } from '../rollups/changed-chains'

export type NamedVersion = { chain: string; version: string }

export const versionKey = ({ chain, version }: NamedVersion) => JSON.stringify([chain, version])

/** Keeps these chains from being deleted until this transaction ends, which makes versions of them. */
export const holdChains = (tx: Tx, projectId: string, names: readonly string[]) =>
  lockShared(tx, locksOf('chain', projectId, names))

type Versioned = { run: NamedVersion; settings: { versionId: string } }

/**
 * Keeps the versions of these runs from being deleted until this transaction ends.
 * @returns the ids of those that were deleted since their settings were read, with the last trace that was filed under them
 */
export async function holdVersions(tx: Tx, projectId: string, runs: readonly Versioned[]): Promise<Set<string>> {
  const ids = [...new Set(runs.map(({ settings }) => settings.versionId))]
  const [, gone] = await Promise.all([
    lockShared(tx, locksOf('version', projectId, new Set(runs.map(({ run }) => versionKey(run))))),
    tx.$queryRaw<{ id: string }[]>`
      SELECT x.id::text FROM unnest(${ids}::uuid[]) AS x(id) WHERE NOT EXISTS (
        SELECT 1 FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = x.id)`,
  ])
  return new Set(gone.map(({ id }) => id))
}

/** Locks of a project for each of both: many names share one, since a batch of a thousand versions would fill the server's table of locks. */
const LOCKS = 64

const lockOf = (kind: 'chain' | 'version', projectId: string, name: string) =>
  `${kind} ${projectId} ${createHash('md5').update(name).digest().readUInt16LE() % LOCKS}`

const locksOf = (kind: 'chain' | 'version', projectId: string, names: Iterable<string>) => [
  ...new Set(Array.from(names, (name) => lockOf(kind, projectId, name))),
]

async function lockShared(tx: Tx, locks: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(hashtextextended(lock, 0))::text FROM unnest(${[...locks]}::text[]) AS lock`
}

/** Those of these locks that no other transaction holds: never waits, since the counts are locked by now, which the others wait for. */
async function tryLock(tx: Tx, locks: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ lock: string }[]>`
    SELECT lock FROM unnest(${[...new Set(locks)]}::text[]) AS lock WHERE pg_try_advisory_xact_lock(hashtextextended(lock, 0))`
  return new Set(rows.map(({ lock }) => lock))
}

/** Condition: version `v` was only ever named, and has neither runs, counts nor gates. */
const isEmpty = (projectId: string) => Prisma.sql`v.contract IS NULL AND v.criteria IS NULL AND v.body_hash IS NULL
  AND NOT EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.version_id = v.id)
  AND NOT EXISTS (SELECT 1 FROM rollup_day d WHERE d.project_id = ${projectId}::uuid AND d.version_id = v.id AND d.runs > 0)
  AND NOT EXISTS (SELECT 1 FROM gate g WHERE g.project_id = ${projectId}::uuid AND (g.version_id = v.id OR g.prior_version_id = v.id))`

/** A version that was left, and its chain. */
type Left = Named & { version: string }
type Named = { id: string; chainId: string; chain: string }

/**
 * Deletes versions, then chains, that have neither runs nor counts left. Until its root span arrives a trace is filed under a name guessed from
 * other spans; this removes the leftovers of that guess. What another transaction is storing runs in stays, and is looked at again in a minute:
 * that transaction may be rolled back.
 */
export async function dropEmptyVersions(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const left = await tx.$queryRaw<Left[]>`
    SELECT v.id, v.version, v.chain_id AS "chainId", c.name AS chain FROM chain_version v
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = v.chain_id
    WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${[...versionIds]}::uuid[])`
  const free = await tryLock(
    tx,
    left.map((row) => lockOf('version', projectId, versionKey(row))),
  )
  const isFree = (row: Left) => free.has(lockOf('version', projectId, versionKey(row)))
  const ids = left.filter(isFree).map(({ id }) => id)
  const dropped = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${ids}::uuid[]) AND ${isEmpty(projectId)}
    RETURNING v.id`
  const gone = new Set(dropped.map(({ id }) => id))
  if (gone.size > 0) {
    const where = { projectId, versionId: { in: [...gone] } }
    await tx.rollupHour.deleteMany({ where })
    await tx.rollupFailure.deleteMany({ where })
  }
  noteChangedChains(
    tx,
    projectId,
    left.map(({ chainId }) => chainId),
  )
  const held = await dropEmptyChains(
    tx,
    projectId,
    left.filter(({ id }) => gone.has(id)),
  )
  await lookAgain(tx, projectId, [
    ...(await findEmpty(
      tx,
      projectId,
      left.filter((row) => !isFree(row)),
    )),
    ...held,
  ])
}

/** Deletes the chains of dropped versions that have none left; returns those that another transaction is making versions of. */
async function dropEmptyChains(tx: Tx, projectId: string, dropped: readonly Named[]): Promise<Named[]> {
  if (dropped.length === 0) return []
  const free = await tryLock(
    tx,
    dropped.map(({ chain }) => lockOf('chain', projectId, chain)),
  )
  const isFree = ({ chain }: Named) => free.has(lockOf('chain', projectId, chain))
  const chainIds = dropped.filter(isFree).map(({ chainId }) => chainId)
  await tx.chain.deleteMany({ where: { projectId, id: { in: chainIds }, versions: { none: {} } } })
  return dropped.filter((row) => !isFree(row))
}

async function findEmpty(tx: Tx, projectId: string, held: readonly Left[]): Promise<Left[]> {
  if (held.length === 0) return []
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT v.id FROM chain_version v
    WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${held.map(({ id }) => id)}::uuid[]) AND ${isEmpty(projectId)}`
  const empty = new Set(rows.map(({ id }) => id))
  return held.filter(({ id }) => empty.has(id))
}

const AGAIN_MS = 60_000

const lookAgain = (tx: Tx, projectId: string, left: readonly Named[]) =>
  enqueue(
    tx,
    left.map(({ id, chainId }) => ({
      name: 'version-drop',
      data: { projectId, id, chainId },
      at: new Date(Date.now() + AGAIN_MS),
    })),
  )

/** Deletes the versions, and the chains, that were left while another transaction held them, if they are empty still. */
export async function dropLeftVersions(db: Db, jobs: readonly VersionJob[]): Promise<void> {
  for (const [projectId, own] of Map.groupBy(jobs, (job) => job.projectId))
    await inTransaction({ db }, async (tx) => {
      await dropEmptyVersions(
        tx,
        projectId,
        own.map(({ id }) => id),
      )
      const chains = await tx.chain.findMany({
        where: { projectId, id: { in: own.map(({ chainId }) => chainId) }, versions: { none: {} } },
        select: { id: true, name: true },
      })
      const names = new Map(chains.map(({ id, name }) => [id, name]))
      const named = own.flatMap(({ id, chainId }) => {
        const chain = names.get(chainId)
        return chain === undefined ? [] : [{ id, chainId, chain }]
      })
      noteChangedChains(
        tx,
        projectId,
        named.map(({ chainId }) => chainId),
      )
      const held = await dropEmptyChains(tx, projectId, named)
      await lookAgain(tx, projectId, held)
    })
}
