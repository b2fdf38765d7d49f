import {
  type KeptFault,
  type KeptResult,
  listKeptScenarios as listContract,
  updateKeptScenario as updateContract,
} from '@/lib/contracts/kept-scenarios'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newestVersion } from '@/lib/engine/regression/versions'
import { byUrgency, judgeKept } from '@/lib/engine/trials/judge-kept'
import { audit } from '../audit'
import { actorName } from '../context'
import { AppError, notFound } from '../errors'
import { keysetCursor, timeAndId } from '../keyset-cursor'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { hashInSql } from '../payloads/value'
import { listChainVersions } from '../versions/serving'
import { loadChainId, lockChain } from '../versions/store'
import { loadTriedRuns } from './faults'
import { coverKept, KEPT_MAX, listInUse, listKept, listKeptViews, readFaults } from './store'

/** Position after a page of retired scenarios: its last one. */
const cursors = keysetCursor(timeAndId)

export const listKeptScenarios = operation(listContract, async (ctx, { chain, retired, limit, cursor }) => {
  const projectId = ctx.project.id
  const chainId = await loadChainId(ctx.db, projectId, chain)
  const newest = newestVersion(await listChainVersions(ctx.db, projectId, [chainId]))
  const { page: rows, next } = retired
    ? await listRetired(ctx.db, { projectId, chainId }, limit, cursor)
    : { page: (await listKept(ctx.db, projectId, chainId)).toReversed(), next: null }
  const results = retired || !newest ? [] : await listKeptResults(ctx.db, { projectId, chainId, versionId: newest.id })
  const resultOf = new Map(results.map((result) => [result.id, result]))
  const views = await listKeptViews(ctx.db, projectId, rows)
  const place = new Map(results.map(({ id }, index) => [id, index]))
  const tried = views.map((view) => ({ ...view, standing: resultOf.get(view.id) ?? null }))
  const seen = await coverKept(ctx, tried)
  return {
    version: newest?.version ?? null,
    scenarios: seen.toSorted((a, b) => (place.get(a.id) ?? KEPT_MAX) - (place.get(b.id) ?? KEPT_MAX)),
    retired: await ctx.db.keptScenario.count({ where: { projectId, chainId, retiredAt: { not: null } } }),
    next,
  }
})

/** A page of the retired scenarios of a chain, those retired last first. */
async function listRetired(
  db: Db,
  ofChain: { projectId: string; chainId: string },
  limit: number,
  cursor: string | undefined,
) {
  const [at, id] = cursor === undefined ? [] : cursors.decode(cursor)
  const rows = await db.keptScenario.findMany({
    where: {
      ...ofChain,
      retiredAt: { not: null, ...(at && { lte: at }) },
      ...(at && { NOT: { retiredAt: at, id: { gte: id } } }),
    },
    orderBy: [{ retiredAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  return cursors.cut(rows, limit, (row) => [row.retiredAt?.toISOString() ?? '', row.id])
}

export const updateKeptScenario = operation(updateContract, async (ctx, { chain, scenarioId, name, retired }) => {
  const projectId = ctx.project.id
  const chainId = await loadChainId(ctx.db, projectId, chain)
  const key = { projectId, chainId, id: scenarioId }
  return inTransaction(ctx, async (tx) => {
    await lockChain(tx, projectId, chainId)
    const before = await tx.keptScenario.findUnique({ where: { projectId_chainId_id: key } })
    if (!before) throw notFound('kept scenario')
    const wasRetired = before.retiredAt !== null
    const isRetired = retired ?? wasRetired
    if (wasRetired && !isRetired) await refuseTooMany(tx, projectId, chainId)
    const row = await tx.keptScenario.update({
      where: { projectId_chainId_id: key },
      data: {
        ...(name !== undefined && { name }),
        ...(isRetired !== wasRetired && {
          retiredAt: isRetired ? ctx.now() : null,
          retiredBy: isRetired ? actorName(ctx.actor) : null,
        }),
      },
    })
    const facts = (of: typeof row) => ({ name: of.name, retired: of.retiredAt !== null })
    await audit(tx, ctx, 'scenario.updated', {
      subject: `scenario:${scenarioId}`,
      before: facts(before),
      after: facts(row),
    })
    await announce(tx, { project: projectId, topic: 'chains' }, { project: projectId, topic: 'run', id: row.runId })
    const [scenario] = await listKeptViews(tx, projectId, [row])
    if (!scenario) throw notFound('kept scenario')
    return { scenario }
  })
})

async function refuseTooMany(tx: Tx, projectId: string, chainId: string): Promise<void> {
  const kept = await tx.keptScenario.count({ where: { projectId, chainId, retiredAt: null } })
  if (kept >= KEPT_MAX)
    throw new AppError('conflict', `${KEPT_MAX} scenarios of this chain are kept already: retire one first`)
}

type Subject = { projectId: string; chainId: string; versionId: string }
type Found = { keptId: string; runId: string }

/** Only this many of the newest runs of a scenario are examined. */
const RUNS = 5
/** Runs that are not trials are only searched among this many latest runs of a version, to avoid a scan. */
const LATEST = 1000

/**
 * Returns how the kept scenarios of a chain did on one of its versions, regressions first. Scenarios found in that version itself are left
 * out.
 */
export async function listKeptResults(db: Db | Tx, { projectId, chainId, versionId }: Subject): Promise<KeptResult[]> {
  const kept = (await listInUse(db, projectId, chainId)).filter((row) => row.versionId !== versionId)
  if (kept.length === 0) return []
  const ids = kept.map(({ id }) => id)
  const found = await db.$queryRaw<Found[]>`
    WITH kept AS (
      SELECT id, scenario, request, run_id, CASE WHEN pg_column_size(request) > 2000 THEN ${hashInSql('request')} END AS hash
      FROM kept_scenario
      WHERE project_id = ${projectId}::uuid AND chain_id = ${chainId}::uuid AND id = ANY(${ids}::uuid[])),
    tried AS (
      SELECT t.kept_id, r.run_id AS id FROM trial t JOIN run_key r ON r.project_id = t.project_id AND r.run_key = t.run_key
      WHERE t.project_id = ${projectId}::uuid AND t.version_id = ${versionId}::uuid AND t.kept_id = ANY(${ids}::uuid[])
      UNION
      SELECT k.id, s.id FROM (
        SELECT id, scenario FROM run_summary WHERE project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid
        ORDER BY occurred_at DESC, id DESC LIMIT ${LATEST}) s
      JOIN kept k ON k.scenario = s.scenario AND k.run_id <> s.id
      JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = s.id AND (r.request::jsonb = k.request::jsonb OR EXISTS (
        SELECT 1 FROM payload p WHERE p.project_id = ${projectId}::uuid AND p.run_id = s.id AND p.node_id IS NULL AND p.field = 'request'
          AND p.hash = k.hash AND p.gone_at IS NULL)))
    SELECT "keptId", "runId" FROM (
      SELECT t.kept_id AS "keptId", s.id AS "runId",
        row_number() OVER (PARTITION BY t.kept_id ORDER BY s.occurred_at DESC, s.id DESC) AS place
      FROM tried t JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = t.id) x
    WHERE place <= ${RUNS} ORDER BY "keptId", place`
  const waiting = await db.trial.groupBy({
    by: ['keptId'],
    where: { projectId, versionId, status: { in: ['queued', 'running'] }, keptId: { in: ids } },
    _count: true,
  })
  const tried = await loadTriedRuns(db, projectId, [...new Set(found.map(({ runId }) => runId))])
  const faultsOf = new Map(kept.map(({ id, faults }) => [id, readFaults(faults)]))
  const toHead = await loadHeads(db, projectId, [
    ...tried.flatMap(({ failures }) => failures),
    ...[...faultsOf.values()].flat(),
  ])
  const runs = new Map(tried.map((run) => [run.runId, { ...run, failures: run.failures.map(toHead) }]))
  const versions = await db.chainVersion.findMany({
    where: { projectId, id: { in: kept.map((row) => row.versionId) } },
    select: { id: true, version: true },
  })
  const nameOf = new Map(versions.map(({ id, version }) => [id, version]))
  const runsOf = Map.groupBy(found, ({ keptId }) => keptId)
  return kept
    .map(({ id, name, scenario, expected, runId, versionId: from }) => {
      const own = (runsOf.get(id) ?? []).flatMap((one) => runs.get(one.runId) ?? [])
      const judged = judgeKept(
        { expected, faults: (faultsOf.get(id) ?? []).map(toHead) },
        own,
        waiting.find(({ keptId }) => keptId === id)?._count ?? 0,
      )
      return { id, name, scenario, expected, fromRunId: runId, fromVersion: nameOf.get(from) ?? '', ...judged }
    })
    .toSorted(byUrgency)
}

/** Returns a function that replaces a failure's group by the one it was merged into: merged groups are one fault. */
export async function loadHeads(db: Db | Tx, projectId: string, faults: readonly KeptFault[]) {
  const named = faults.flatMap((fault) => (fault.kind === 'failure' ? fault.fingerprint : []))
  const rows = await db.failureGroup.findMany({
    where: { projectId, fingerprint: { in: [...new Set(named)] }, mergedInto: { not: null } },
    select: { fingerprint: true, mergedInto: true },
  })
  const headOf = new Map(rows.map(({ fingerprint, mergedInto }) => [fingerprint, mergedInto]))
  return <T extends KeptFault>(fault: T): T =>
    fault.kind === 'failure' ? { ...fault, fingerprint: headOf.get(fault.fingerprint) ?? fault.fingerprint } : fault
}
