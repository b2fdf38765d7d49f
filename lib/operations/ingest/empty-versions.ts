import { createHash } from 'node:crypto'
import type { Tx } from '@/lib/db/client'

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

/**
 * Deletes versions, then chains, that have neither runs nor counts left, and that no other transaction is storing runs in. Until its root span
 * arrives a trace is filed under a name guessed from other spans; this removes the leftovers of that guess.
 */
export async function dropEmptyVersions(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const left = await tx.chainVersion.findMany({
    where: { projectId, id: { in: [...versionIds] } },
    select: { id: true, version: true, chain: { select: { id: true, name: true } } },
  })
  const lockOfVersion = ({ chain, version }: (typeof left)[number]) =>
    lockOf('version', projectId, versionKey({ chain: chain.name, version }))
  const free = await tryLock(tx, left.map(lockOfVersion))
  const ids = left.filter((row) => free.has(lockOfVersion(row))).map(({ id }) => id)
  const dropped = await tx.$queryRaw<{ id: string; chainId: string }[]>`
    DELETE FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${ids}::uuid[]) AND v.contract IS NULL
      AND v.criteria IS NULL AND v.body_hash IS NULL
      AND NOT EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.version_id = v.id)
      AND NOT EXISTS (SELECT 1 FROM rollup_day d WHERE d.project_id = ${projectId}::uuid AND d.version_id = v.id AND d.runs > 0)
      AND NOT EXISTS (SELECT 1 FROM gate g WHERE g.project_id = ${projectId}::uuid AND (g.version_id = v.id OR g.prior_version_id = v.id))
    RETURNING v.id, v.chain_id AS "chainId"`
  if (dropped.length === 0) return
  const gone = { in: dropped.map((row) => row.id) }
  await tx.rollupHour.deleteMany({ where: { projectId, versionId: gone } })
  await tx.rollupFailure.deleteMany({ where: { projectId, versionId: gone } })
  const chains = left.flatMap(({ chain }) => (dropped.some(({ chainId }) => chainId === chain.id) ? [chain] : []))
  const lockOfChain = ({ name }: (typeof chains)[number]) => lockOf('chain', projectId, name)
  const freeChains = await tryLock(tx, chains.map(lockOfChain))
  const empty = chains.filter((chain) => freeChains.has(lockOfChain(chain))).map(({ id }) => id)
  await tx.chain.deleteMany({ where: { projectId, id: { in: empty }, versions: { none: {} } } })
}
