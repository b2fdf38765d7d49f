import { mutationOptions } from '@tanstack/react-query'
import type { GateDetail } from '@/lib/contracts/gates'
import type { OutputAt, Target } from '@/lib/contracts/targets'
import type { GateListInput } from './gate-search'
import { mutationOf, pagesOf, queryOf } from './query-of'

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
