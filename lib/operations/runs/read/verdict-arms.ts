import type { RunFilters } from '@/lib/contracts/runs'
import { bands, decisions, grades } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { anyOf } from './run-conditions'

type Verdicts = Pick<RunFilters, 'decision' | 'band' | 'grade'>
type Column = keyof Verdicts

/** In the order of the index; a run without a grade or band is a case of its own. */
const COLUMNS: readonly [Column, readonly (string | null)[]][] = [
  ['decision', decisions],
  ['band', [...bands, null]],
  ['grade', [...grades, null]],
]

export function toVerdictConditions(filters: Verdicts): Prisma.Sql[] {
  return COLUMNS.flatMap(([column]) => {
    const values = filters[column]
    return values && values.length > 0 ? [anyOf(column, values)] : []
  })
}

/**
 * Two or more of decision, band and grade as the combinations they allow, each one range of one index in the order of
 * time. Those that never occur together then cost nothing, where a scan for them would read every run. Empty for one
 * filter: it has an index of its own.
 */
export function toVerdictArms(filters: Verdicts): Prisma.Sql[] {
  if (toVerdictConditions(filters).length < 2) return []
  return COLUMNS.reduce<Prisma.Sql[][]>(
    (combinations, [column, all]) => {
      const values = filters[column]?.length ? filters[column] : all
      return values.flatMap((value) => combinations.map((combination) => [...combination, isValue(column, value)]))
    },
    [[]],
  ).map((combination) => Prisma.join(combination, ' AND '))
}

function isValue(column: Column, value: string | null): Prisma.Sql {
  return value === null ? Prisma.sql`${Prisma.raw(`s.${column}`)} IS NULL` : anyOf(column, [value])
}
