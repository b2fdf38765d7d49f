import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { assignGate, escalateGate, extendGate } from '@/lib/contracts/gate-moves'
import type { decideGate, GateDetail, getGate, listGates, openGate, undoGate } from '@/lib/contracts/gates'
import type { GateListInput } from './gate-search'

const GATE_PAGE_SIZE = 50

/** The page of gates that starts at this cursor, as `gates.list` takes it. */
export function gatePage(input: GateListInput, cursor: string | undefined): GateListInput {
  return { ...input, limit: GATE_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

export const gateQueries = {
  list: (project: string, input: GateListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'gates', input],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listGates>('GET /api/v1/gates', gatePage(input, pageParam), { project, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  detail: (project: string, gateId: string) =>
    queryOptions({
      queryKey: [project, 'gate', gateId],
      queryFn: ({ signal }) =>
        fetchContract<typeof getGate>('GET /api/v1/gates/{gateId}', { gateId }, { project, signal }),
    }),
}

/** What a decision moves; a refused one has moved under someone else's hand. */
function refetch(client: QueryClient, project: string): Promise<unknown> {
  const nouns = ['gate', 'gates', 'run', 'runs', 'run-list', 'overview', 'executions', 'chains', 'status']
  return Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [project, noun] })))
}

function keep(client: QueryClient, project: string, detail: GateDetail) {
  client.setQueryData(gateQueries.detail(project, detail.gate.id).queryKey, detail)
}

type Decide = Omit<InputOf<typeof decideGate>, 'gateId'>
type Undo = Omit<InputOf<typeof undoGate>, 'gateId'>

export const decideGateMutation = (project: string, gateId: string) =>
  mutationOptions({
    mutationFn: (decision: Decide) =>
      fetchContract<typeof decideGate>('POST /api/v1/gates/{gateId}/decision', { gateId, ...decision }, { project }),
    onSuccess: (detail, _input, _result, { client }) => keep(client, project, detail),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const undoGateMutation = (project: string, gateId: string) =>
  mutationOptions({
    mutationFn: (undo: Undo) =>
      fetchContract<typeof undoGate>('POST /api/v1/gates/{gateId}/undo', { gateId, ...undo }, { project }),
    onSuccess: (detail, _input, _result, { client }) => keep(client, project, detail),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

type Move<C extends typeof extendGate | typeof assignGate | typeof escalateGate> = Omit<InputOf<C>, 'gateId'>

export const extendGateMutation = (project: string, gateId: string) =>
  mutationOptions({
    mutationFn: (move: Move<typeof extendGate>) =>
      fetchContract<typeof extendGate>('POST /api/v1/gates/{gateId}/extension', { gateId, ...move }, { project }),
    onSuccess: (detail, _input, _result, { client }) => keep(client, project, detail),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const assignGateMutation = (project: string, gateId: string) =>
  mutationOptions({
    mutationFn: (move: Move<typeof assignGate>) =>
      fetchContract<typeof assignGate>('POST /api/v1/gates/{gateId}/assignment', { gateId, ...move }, { project }),
    onSuccess: (detail, _input, _result, { client }) => keep(client, project, detail),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const escalateGateMutation = (project: string, gateId: string) =>
  mutationOptions({
    mutationFn: (move: Move<typeof escalateGate>) =>
      fetchContract<typeof escalateGate>('POST /api/v1/gates/{gateId}/escalation', { gateId, ...move }, { project }),
    onSuccess: (detail, _input, _result, { client }) => keep(client, project, detail),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const openGateMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof openGate>) =>
      fetchContract<typeof openGate>('POST /api/v1/gates', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })
