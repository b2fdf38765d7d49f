import type { Db, Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import type { DrawnStratum } from '@/lib/engine/judgement/estimate-drawn'

/** Scored live runs drawn at random for the audit that the review queue treats alike. */
export type DrawnRuns = {
  chainId: string
  versionId: string
  isCandidate: boolean
  urgency: number
  probability: number
  drawn: number
}

/** Number of latest drawn runs counted: by so many, every share is known within a hundredth. */
const COUNTED = 10_000

/**
 * Counts the latest drawn runs by chain, version, urgency and probability. `isCounted` tells whether a run that entered the queue then is
 * among them: if there are more, verdicts on earlier ones do not belong to these.
 * @param entries condition on the queue's items `i`, by index: of one chain, or from a time on
 * @param within condition on the summary `s`
 */
export async function countDrawn(
  db: Db | Tx,
  projectId: string,
  entries: Prisma.Sql,
  within: Prisma.Sql,
): Promise<{ counts: DrawnRuns[]; isCounted: (queuedAt: Date | null) => boolean }> {
  // Each summary is looked up by its key, and versions are joined to the counts: a plan by version would read all of its runs.
  const rows = await db.$queryRaw<(DrawnRuns & { from: Date | null })[]>`
    WITH i AS MATERIALIZED (
      SELECT i.run_id, i.urgency, i.probability, i.queued_at FROM review_item i
      WHERE i.project_id = ${projectId}::uuid AND i.probability IS NOT NULL AND ${entries}
      ORDER BY i.queued_at DESC LIMIT ${COUNTED}
    ), counted AS MATERIALIZED (
      SELECT s.chain_id, s.version_id, i.urgency, i.probability, count(*)::int AS drawn FROM i
      CROSS JOIN LATERAL (
        SELECT chain_id, version_id, occurred_at, kind, quality FROM run_summary
        WHERE project_id = ${projectId}::uuid AND id = i.run_id LIMIT 1) s
      WHERE s.kind = 'live' AND s.quality IS NOT NULL AND ${within}
      GROUP BY s.chain_id, s.version_id, i.urgency, i.probability
    )
    SELECT n.chain_id AS "chainId", n.version_id AS "versionId", n.urgency, n.probability, n.drawn, v.state = 'candidate' AS "isCandidate",
      (SELECT CASE WHEN count(*) = ${COUNTED} THEN min(queued_at) END FROM i) AS "from"
    FROM counted n JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = n.version_id
    ORDER BY 1, 2, 3, 4`
  const from = rows[0]?.from ?? null
  return {
    counts: rows.map(({ from: _, ...row }) => row),
    isCounted: (queuedAt) => from === null || (queuedAt !== null && queuedAt >= from),
  }
}

/** How the queue treats a drawn run. */
type Drawn = Pick<DrawnRuns, 'urgency' | 'probability'>

/** Groups drawn runs that the queue treats alike, by part, with the judged ones among them. Judged runs of other kinds are left out. */
export function toStrata<R extends Drawn & { drawn: number }, J extends Drawn>(
  counts: readonly R[],
  judged: readonly J[],
  partOf: (row: R | J) => string,
): DrawnStratum<J>[] {
  const keyOf = (row: R | J) => `${partOf(row)} ${row.urgency} ${row.probability}`
  const own = Map.groupBy(judged, keyOf)
  return [...Map.groupBy(counts, keyOf)].flatMap(([key, rows]) => {
    const of = own.get(key) ?? []
    const counted = rows.reduce((sum, { drawn }) => sum + drawn, 0)
    return rows.slice(0, 1).map((row) => ({
      part: partOf(row),
      urgency: row.urgency,
      probability: row.probability,
      drawn: Math.max(of.length, counted),
      judged: of,
    }))
  })
}
