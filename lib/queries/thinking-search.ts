import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { listThinkingSessions } from '@/lib/contracts/thinking/sessions'
import { sessionStates } from '@/lib/contracts/vocabulary'

/** What the address of the thinking page holds. A value that is not allowed is as good as absent. */
export const thinkingSearchParsers = { text: parseAsString, state: parseAsStringLiteral(sessionStates) }

export const loadThinkingSearch = createLoader(thinkingSearchParsers)

export type ThinkingSearch = inferParserType<typeof thinkingSearchParsers>
export type SessionListInput = InputOf<typeof listThinkingSessions>

/** The address as the input of `thinking.list`. */
export function toSessionListInput({ text, state }: ThinkingSearch): SessionListInput {
  return { ...(text && { text }), ...(state && { state }) }
}
