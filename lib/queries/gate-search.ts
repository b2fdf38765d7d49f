import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { listGates } from '@/lib/contracts/gates'
import { gateKinds, gateStates } from '@/lib/contracts/vocabulary'

/** Search parameters of the gates page. Invalid values are treated as absent. */
export const gateSearchParsers = {
  state: parseAsStringLiteral(gateStates),
  kind: parseAsStringLiteral(gateKinds),
  chain: parseAsArrayOf(parseAsString),
  mine: parseAsBoolean.withDefault(false),
}

export const loadGateSearch = createLoader(gateSearchParsers)

type GateSearch = inferParserType<typeof gateSearchParsers>
export type GateListInput = InputOf<typeof listGates>

/** Converts the search parameters to the input of `gates.list`. */
export function toGateListInput({ state, kind, chain, mine }: GateSearch): GateListInput {
  return {
    ...(state && { state: [state] }),
    ...(kind && { kind: [kind] }),
    ...(chain?.length && { chain }),
    ...(mine && { mine }),
  }
}
