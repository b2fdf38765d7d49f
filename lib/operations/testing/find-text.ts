import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'

/** Returns every row of the project's tables that contains the text, as table name and row. */
export async function findText(projectId: string, text: string): Promise<string[]> {
  const found = await Promise.all(
    Object.values(tables)
      .filter((table) => 'projectId' in table.columns)
      .map(async ({ name }) => {
        const rows = await getDb().$queryRaw<{ row: string }[]>`
          SELECT to_jsonb(t)::text AS row FROM ${Prisma.raw(`"${name}"`)} t
          WHERE t.project_id = ${projectId}::uuid AND strpos(lower(to_jsonb(t)::text), lower(${text})) > 0`
        return rows.map(({ row }) => `${name} ${row}`)
      }),
  )
  return found.flat()
}
