import { pickSignals } from '@/lib/contracts/evaluators'
import { type Profile, profile } from '@/lib/contracts/primitives'
import type { RunInput } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import { Prisma, type RunSummary } from '@/lib/db/generated/client'
import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import type { Measure, SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { findConfigurationsAtArrival } from '../configuration/find-configurations-at-arrival'
import { toMeasure } from '../runs/ingest/to-measure'
import { loadStoredRuns } from '../runs/read/load-stored-runs'

// Runs may be large: a page is held in memory as a whole.
const PAGE = 200

/** A stored run as the engine takes it, and what the desk says of it now. */
export type HistoricRun = {
  runId: string
  run: RunInput
  measure: Measure
  signals: SignalsInForce
  profile: Profile
  summary: RunSummary
  /** It is in the series already, scored by this version of the engine. */
  isKnown: boolean
}

export type Scope = { projectId: string; chainId: string | null; series: string; after: string | null }

/** The next page of history by run id. `next` is the last id, or null when this was the last page. */
export async function readPage(db: Db, scope: Scope): Promise<{ runs: HistoricRun[]; next: string | null }> {
  const { projectId } = scope
  const ids = await findIds(db, scope)
  const [stored, configurations, known] = await Promise.all([
    loadStoredRuns(db, projectId, ids),
    findConfigurationsAtArrival(db, projectId, ids),
    db.score.findMany({
      where: { projectId, runId: { in: ids }, series: scope.series, engineVersion: ENGINE_VERSION },
      select: { runId: true },
    }),
  ])
  const knownIds = new Set(known.map((score) => score.runId))
  const page = stored.flatMap(({ run, summary, ...promised }) => {
    const configuration = configurations.get(summary.id)
    if (!configuration) return []
    return [
      {
        runId: summary.id,
        run,
        measure: toMeasure(run, { ...promised, configuration }),
        signals: pickSignals(summary),
        summary,
        profile: profile.parse(summary.profile),
        isKnown: knownIds.has(summary.id),
      },
    ]
  })
  return { runs: page, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
}

async function findIds(db: Db, { projectId, chainId, after }: Scope): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run WHERE project_id = ${projectId}::uuid
      ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
      ${chainId === null ? Prisma.empty : Prisma.sql`AND chain_id = ${chainId}::uuid`}
    ORDER BY id LIMIT ${PAGE}`
  return rows.map((row) => row.id)
}
