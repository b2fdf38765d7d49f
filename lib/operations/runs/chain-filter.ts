import { Prisma } from '@/lib/db/generated/client'
import { hasWords } from '../natural-order'

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
