import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** Scored live runs drawn at random for the audit that the review queue treats alike. */
export type DrawnRuns = { chainId: string; versionId: string; urgency: number; probability: number; drawn: number }

/** Number of latest drawn runs counted. */
const COUNTED = 20_000

/**
 * Counts drawn runs by chain, version, urgency and probability.
 * @param within condition on the summary `s` and version `v`
 * @param since earliest time at which such a run can have entered the queue
 */
export function countDrawn(db: Db | Tx, projectId: string, within: Prisma.Sql, since?: Date): Promise<DrawnRuns[]> {
  return db.$queryRaw<DrawnRuns[]>`
    SELECT s.chain_id AS "chainId", s.version_id AS "versionId", i.urgency, i.probability, count(*)::int AS drawn
    FROM (SELECT run_id, urgency, probability FROM review_item
      WHERE project_id = ${projectId}::uuid AND probability IS NOT NULL
        ${since ? Prisma.sql`AND queued_at >= ${since}::timestamptz` : Prisma.empty}
      ORDER BY queued_at DESC LIMIT ${COUNTED}) i
    JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = i.run_id
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    WHERE s.kind = 'live' AND s.quality IS NOT NULL AND ${within}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
}
