import { Prisma } from '@/lib/db/generated/client'

export type ChainFilter = { text?: string | undefined; chain?: readonly string[] | undefined }

/** Condition on a chain `c`: of this project, with all words of `text` in its name in any order, and one of the names `chain` if there are any. */
export function chainMatches(projectId: string, { text, chain }: ChainFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`c.project_id = ${projectId}::uuid`,
      hasWords(Prisma.sql`c.name`, text),
      ...(chain?.length ? [Prisma.sql`c.name = ANY(${[...chain]}::text[])`] : []),
    ],
    ' AND ',
  )
}

/** Condition that a column contains all words of a text, in any order; true without any. */
export function hasWords(column: Prisma.Sql, text: string | undefined): Prisma.Sql {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return Prisma.sql`true`
  return Prisma.join(
    words.map((word) => Prisma.sql`strpos(lower(${column}), ${word}) > 0`),
    ' AND ',
  )
}
