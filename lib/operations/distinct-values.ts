import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** A text column, which with the project begins an index of its table. */
type Place = { table: 'audit_event' | 'dead_letter' | 'run_tag'; column: 'action' | 'actor' | 'operation' | 'tag' }

/**
 * Lists the first `limit` different values of a column in a project, in order; `isWanted` is a condition on `value`. Skips from value to value
 * along the index, so that the cost grows with the values and not with the rows.
 */
export async function listDistinct(
  db: Db | Tx,
  projectId: string,
  { table, column }: Place,
  limit: number,
  isWanted = Prisma.sql`true`,
): Promise<string[]> {
  const [from, value] = [Prisma.raw(table), Prisma.raw(column)]
  const rows = await db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE found AS (
      (SELECT ${value} AS value FROM ${from} WHERE project_id = ${projectId}::uuid ORDER BY ${value} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${value} FROM ${from} WHERE project_id = ${projectId}::uuid AND ${value} > found.value ORDER BY ${value} LIMIT 1)
      FROM found WHERE found.value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL AND ${isWanted} LIMIT ${limit}`
  return rows.map((row) => row.value)
}
