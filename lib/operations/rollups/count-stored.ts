import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { startOf } from './runs'

const DAY_MS = 86_400_000

/**
 * Counts the stored runs, of one version or all, from the rollups. Retention leaves the counts, so for the day that it has reached and for
 * late arrivals before it, the runs themselves are counted. So are running ones, which the rollups exclude.
 */
export async function countStored(db: Db | Tx, projectId: string, versionId?: string): Promise<number> {
  const policy = await db.dataPolicy.findUnique({ where: { projectId }, select: { runsFrom: true } })
  const whole = policy?.runsFrom ? new Date(Date.parse(startOf('day', policy.runsFrom)) + DAY_MS) : null
  const own = versionId
    ? Prisma.sql`project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid`
    : Prisma.sql`project_id = ${projectId}::uuid`
  const ofVersion = versionId ? Prisma.sql`AND s.version_id = ${versionId}::uuid` : Prisma.empty
  const [row] = await db.$queryRaw<{ counted: number | null; left: number; running: number }[]>`
    SELECT (SELECT sum(runs)::float8 FROM rollup_day WHERE ${own} AND (${whole}::timestamptz IS NULL OR day >= ${whole}::timestamptz)) AS counted,
      (SELECT count(*)::int FROM run_summary WHERE ${own} AND occurred_at < ${whole}::timestamptz AND status <> 'running') AS left,
      (SELECT count(*)::int FROM unfinished_run u JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = u.run_id
       WHERE u.project_id = ${projectId}::uuid AND s.status = 'running' ${ofVersion}) AS running`
  return (row?.counted ?? 0) + (row?.left ?? 0) + (row?.running ?? 0)
}
