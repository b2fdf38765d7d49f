import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { listThinkingSessions } from '@/lib/contracts/thinking/sessions'
import { sessionStates } from '@/lib/contracts/vocabulary'

/** Search parameters of the thinking page. Invalid values are treated as absent. */
export const thinkingSearchParsers = { text: parseAsString, state: parseAsStringLiteral(sessionStates) }

export const loadThinkingSearch = createLoader(thinkingSearchParsers)

type ThinkingSearch = inferParserType<typeof thinkingSearchParsers>
export type SessionListInput = InputOf<typeof listThinkingSessions>

/** Converts the search parameters to the input of `thinking.list`. */
export function toSessionListInput({ text, state }: ThinkingSearch): SessionListInput {
  return { ...(text && { text }), ...(state && { state }) }
}
