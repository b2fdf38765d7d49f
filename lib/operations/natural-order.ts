import { Prisma } from '@/lib/db/generated/client'

/** A column without case and accents, as {@link foldText} gives them. */
export const folded = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`regexp_replace(normalize(lower(${column}), NFD), '[\\u0300-\\u036f]', '', 'g')`

export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

/**
 * Condition that a column contains all words of a text, in any order, case and accent; true without any. What has no other letters than
 * those of ASCII, as most has, is not searched for accents, which takes several times as long.
 */
export function hasWords(column: Prisma.Sql, text: string | undefined): Prisma.Sql {
  const words = foldText(text ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (words.length === 0) return Prisma.sql`true`
  const plain = Prisma.sql`CASE WHEN octet_length(${column}) = length(${column}) THEN lower(${column}) ELSE ${folded(column)} END`
  // One operator, so that the text is folded once. A subquery could not be sent to several nodes.
  return Prisma.sql`${plain} LIKE ALL (${words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)}::text[])`
}

/**
 * What people sort a name by: without case and accents, numbers by their value, as 2 before 10. An expression, since databases differ in
 * their collations; the index of chains is made of the same.
 */
export const naturalKey = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`left(regexp_replace(regexp_replace(${folded(column)}, '(\\d+)', '000000000000\\1', 'g'), '\\d*(\\d{12})', '\\1', 'g'), 400)`

/** The same for ORDER BY and comparisons, which one name has only once: with the name itself behind it. */
export const naturalPlace = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`${naturalKey(column)} COLLATE "C", ${column}`

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares names that are loaded anyway, as {@link naturalPlace} orders them. */
export const byName = (a: string, b: string): number => collator.compare(a, b) || Number(a > b) - Number(a < b)
