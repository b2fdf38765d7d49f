import { mutationOptions } from '@tanstack/react-query'
import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { GateDetail, listGates } from '@/lib/contracts/gates'
import type { OutputAt, Target } from '@/lib/contracts/targets'
import { gateKinds, gateStates } from '@/lib/contracts/vocabulary'
import { mutationOf, pagesOf, queryOf } from './query-of'
import { shortText } from './search-parameters'

export const gateList = (project: string, input: GateListInput) =>
  pagesOf('GET /api/v1/gates', { ...input, limit: 50 }, { project })

type MovesIn<T extends Target> = T extends `POST ${string}` ? (OutputAt<T> extends GateDetail ? T : never) : never

/** An action of a person on a gate; the resulting gate is shown immediately. */
export const gateMove = <T extends MovesIn<Target>>(target: T, project: string) =>
  mutationOptions({
    ...mutationOf(target, { project }),
    onSuccess: (detail: GateDetail, _input, _result, { client }) =>
      client.setQueryData(
        queryOf('GET /api/v1/gates/{gateId}', { gateId: detail.gate.id }, { project }).queryKey,
        detail,
      ),
  })

/** Search parameters of the gates page. Invalid values are treated as absent. */
export const gateSearchParsers = {
  text: shortText,
  state: parseAsStringLiteral(gateStates),
  kind: parseAsStringLiteral(gateKinds),
  chain: parseAsArrayOf(parseAsString),
  mine: parseAsBoolean,
}

export const loadGateSearch = createLoader(gateSearchParsers)

type GateSearch = inferParserType<typeof gateSearchParsers>
type GateListInput = InputOf<typeof listGates>

/** Converts the search parameters to the input of `gates.list`. */
export function toGateListInput({ text, state, kind, chain, mine }: GateSearch): GateListInput {
  return {
    ...(text && { text }),
    ...(state && { state: [state] }),
    ...(kind && { kind: [kind] }),
    ...(chain?.length && { chain }),
    ...(mine && { mine }),
  }
}
