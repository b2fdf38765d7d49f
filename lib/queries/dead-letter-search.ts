import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { listDeadLetters } from '@/lib/contracts/dead-letters'
import { deadLetterCategories, deadLetterStatuses } from '@/lib/contracts/vocabulary'
import { pagesOf } from './query-of'
import { onlySet, shortText } from './search-parameters'

/** Search parameters of the dead letters page. Invalid values are treated as absent. */
export const deadLetterSearchParsers = {
  text: shortText,
  status: parseAsStringLiteral(deadLetterStatuses),
  category: parseAsArrayOf(parseAsStringLiteral(deadLetterCategories)),
  operation: parseAsArrayOf(parseAsString),
  person: parseAsStringLiteral(['true']),
  runId: shortText,
}

export const loadDeadLetterSearch = createLoader(deadLetterSearchParsers)

type DeadLetterSearch = inferParserType<typeof deadLetterSearchParsers>
type DeadLetterListInput = InputOf<typeof listDeadLetters>

/** Converts the search parameters to the input of `deadLetters.list`. */
export const toDeadLetterListInput = (search: DeadLetterSearch): DeadLetterListInput => onlySet(search)

export const deadLetterList = (project: string, input: DeadLetterListInput) =>
  pagesOf('GET /api/v1/dead-letters', { ...input, limit: 100 }, { project })
