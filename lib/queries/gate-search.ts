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

/** What the address of the gates page holds. A value that is not allowed is as good as absent. */
export const gateSearchParsers = {
  state: parseAsStringLiteral(gateStates),
  kind: parseAsStringLiteral(gateKinds),
  chain: parseAsArrayOf(parseAsString),
  mine: parseAsBoolean.withDefault(false),
}

export const loadGateSearch = createLoader(gateSearchParsers)

export type GateSearch = inferParserType<typeof gateSearchParsers>
export type GateListInput = InputOf<typeof listGates>

/** The address as the input of `gates.list`. */
export function toGateListInput({ state, kind, chain, mine }: GateSearch): GateListInput {
  return {
    ...(state && { state: [state] }),
    ...(kind && { kind: [kind] }),
    ...(chain?.length && { chain }),
    ...(mine && { mine }),
  }
}
