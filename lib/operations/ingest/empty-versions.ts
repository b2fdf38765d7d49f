import type { Tx } from '@/lib/db/client'

export type NamedVersion = { chain: string; version: string }

export const versionKey = ({ chain, version }: NamedVersion) => JSON.stringify([chain, version])

/** Keeps these chains from being deleted until this transaction ends, which makes versions of them. */
export const holdChains = (tx: Tx, projectId: string, names: readonly string[]) =>
  lockShared(tx, names.map(toChainLock(projectId)))

type Versioned = { run: NamedVersion; settings: { versionId: string } }

/**
 * Keeps the versions of these runs from being deleted until this transaction ends.
 * @returns the ids of those that were deleted since their settings were read, with the last trace that was filed under them
 */
export async function holdVersions(tx: Tx, projectId: string, runs: readonly Versioned[]): Promise<Set<string>> {
  const ids = [...new Set(runs.map(({ settings }) => settings.versionId))]
  const names = [...new Set(runs.map(({ run }) => versionKey(run)))].map(toVersionLock(projectId))
  const [, gone] = await Promise.all([
    lockShared(tx, names),
    tx.$queryRaw<{ id: string }[]>`
      SELECT x.id::text FROM unnest(${ids}::uuid[]) AS x(id) WHERE NOT EXISTS (
        SELECT 1 FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.id = x.id)`,
  ])
  return new Set(gone.map(({ id }) => id))
}

const toVersionLock = (projectId: string) => (key: string) => `version ${projectId} ${key}`
const toChainLock = (projectId: string) => (chain: string) => `chain ${projectId} ${chain}`

async function lockShared(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(hashtextextended(name, 0))::text FROM unnest(${[...names]}::text[]) AS name`
}

/** Those of these locks that no other transaction holds: never waits, since the counts are locked by now, which the others wait for. */
async function tryLock(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM unnest(${[...names]}::text[]) AS name WHERE pg_try_advisory_xact_lock(hashtextextended(name, 0))`
  return new Set(rows.map(({ name }) => name))
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
  const lockOf = ({ chain, version }: (typeof left)[number]) =>
    toVersionLock(projectId)(versionKey({ chain: chain.name, version }))
  const free = await tryLock(tx, left.map(lockOf))
  const ids = left.filter((row) => free.has(lockOf(row))).map(({ id }) => id)
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
  const freeChains = await tryLock(
    tx,
    chains.map(({ name }) => toChainLock(projectId)(name)),
  )
  const empty = chains.filter(({ name }) => freeChains.has(toChainLock(projectId)(name))).map(({ id }) => id)
  await tx.chain.deleteMany({ where: { projectId, id: { in: empty }, versions: { none: {} } } })
}
