import { Prisma } from './generated/client'

/** Characters that JavaScript's `trim` removes. */
const WHITESPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** SQL for whether a value of a json column is an empty list, object or text, as in the engine's `isFilled`; NULL for NULL. */
export function isEmptyJson(value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${value}::text IN ('[]', '{}') OR starts_with(${value}::text, '"') AND btrim(${value} #>> '{}', ${WHITESPACE}) = '')`
}
