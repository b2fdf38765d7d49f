import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
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

export const deadLetterList = (project: string, search: DeadLetterSearch) =>
  pagesOf('GET /api/v1/dead-letters', { ...onlySet(search), limit: 100 }, { project })
