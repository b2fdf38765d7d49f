import { createHash } from 'node:crypto'
import { z } from 'zod'
import { personOrigins } from '@/lib/contracts/evaluators'
import { type KeptResult, type KeptScenario as KeptScenarioView, keptFault } from '@/lib/contracts/kept-scenarios'
import type { Db, Tx } from '@/lib/db/client'
import type { KeptScenario } from '@/lib/db/generated/client'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { type BlindSubjects, findBlindItems } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'

/** The most scenarios of a chain in use, since each is run with every version. */
export const KEPT_MAX = 200

/** Hashes a request independently of the order of its fields. */
export const requestHash = (request: unknown) => createHash('sha256').update(canonicalJson(request)).digest('hex')

/** Lists the scenarios of a chain that are not retired, oldest first. */
export function listKept(db: Db | Tx, projectId: string, chainId: string): Promise<KeptScenario[]> {
  return db.keptScenario.findMany({
    where: { projectId, chainId, retiredAt: null },
    orderBy: [{ keptAt: 'asc' }, { id: 'asc' }],
    take: KEPT_MAX,
  })
}

/** Those of {@link listKept} that versions are tried with: a verdict that nobody gives any more is expected of none. */
export async function listInUse(db: Db | Tx, projectId: string, chainId: string): Promise<KeptScenario[]> {
  const kept = await listKept(db, projectId, chainId)
  const judged = await findJudged(db, projectId, kept)
  return kept.filter(({ runId }) => judged.has(runId))
}

/** Returns which of the runs of these scenarios have a verdict of a person in force. */
export async function findJudged(
  db: Db | Tx,
  projectId: string,
  kept: readonly Pick<KeptScenario, 'runId'>[],
): Promise<Set<string>> {
  const ids = [...new Set(kept.map(({ runId }) => runId))]
  const runs = await db.runSummary.findMany({
    where: { projectId, id: { in: ids }, humanOrigin: { in: [...personOrigins] } },
    select: { id: true },
  })
  return new Set(runs.map(({ id }) => id))
}

const faults = z.array(keptFault)
export const readFaults = (stored: unknown) => faults.parse(stored)

/** Returns the API views of these scenarios, with the names of their chain and versions. */
export async function listKeptViews(
  db: Db | Tx,
  projectId: string,
  rows: readonly Omit<KeptScenario, 'request'>[],
): Promise<KeptScenarioView[]> {
  const versions = await db.chainVersion.findMany({
    where: { projectId, id: { in: [...new Set(rows.map(({ versionId }) => versionId))] } },
    select: { id: true, version: true, chain: { select: { name: true } } },
  })
  const byId = new Map(versions.map((version) => [version.id, version]))
  const judged = await findJudged(db, projectId, rows)
  return rows.map((row) => {
    const version = byId.get(row.versionId)
    if (!version) throw notFound('version')
    const { id, name, scenario, expected, runId, by, retiredBy } = row
    return {
      ...{ id, name, scenario, expected, runId, by, retiredBy },
      chain: version.chain.name,
      version: version.version,
      faults: readFaults(row.faults),
      keptAt: row.keptAt.toISOString(),
      retiredAt: row.retiredAt?.toISOString() ?? null,
      takenBack: !judged.has(runId),
    }
  })
}

/** Returns the results as a person with these blind reviews may see them; see {@link coverKept}. */
export function coverKeptResults({ runs }: BlindSubjects, results: readonly KeptResult[]): KeptResult[] {
  return results.filter(({ fromRunId, runId }) => !runs.includes(fromRunId) && !runs.includes(runId ?? ''))
}

type Kept = KeptScenarioView & { standing?: KeptResult | null }

/**
 * Returns the scenarios as this caller may see them: without what others said of a run that the caller is about to review blind, be it the
 * run a scenario was kept from or one that was tried with it.
 */
export async function coverKept<K extends Kept>(ctx: ProjectContext, views: readonly K[]): Promise<K[]> {
  const blind = await findBlindItems(
    ctx,
    views.flatMap(({ runId, standing: result }) => [runId, result?.runId ?? runId]),
  )
  return views.map((view) => {
    const { runId, standing: result, faults } = view
    if (!blind.has(runId) && !blind.has(result?.runId ?? '')) return view
    return {
      ...view,
      faults: faults.filter(({ kind }) => kind !== 'rejected' || !blind.has(runId)),
      ...(result && { standing: null }),
    }
  })
}
