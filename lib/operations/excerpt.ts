import { Prisma } from '@/lib/db/generated/client'

/**
 * SQL for a text of at most `length` characters: of a longer one both ends around an ellipsis, as what failed often stands behind what was
 * printed before.
 */
export function excerptOf(text: Prisma.Sql, length: number): Prisma.Sql {
  const start = Math.floor(length * 0.4)
  return Prisma.sql`CASE WHEN char_length(${text}) <= ${length}::int THEN ${text}
    ELSE left(${text}, ${start}::int) || ' … ' || right(${text}, ${length - start - 3}::int) END`
}
