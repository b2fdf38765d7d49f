import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import {
  createEndpoint,
  type DeliveryState,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from '@/lib/contracts/webhooks'

const LOG_PAGE_SIZE = 25

export const webhookQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: [project, 'webhooks', 'list'],
      queryFn: ({ signal }) => call(listEndpoints, {}, { project, signal }),
    }),
  log: (project: string, endpointId: string, status: DeliveryState | null) =>
    infiniteQueryOptions({
      queryKey: [project, 'webhooks', 'log', endpointId, status],
      queryFn: ({ pageParam, signal }) =>
        call(
          listDeliveries,
          {
            endpointId,
            limit: LOG_PAGE_SIZE,
            ...(status && { status: [status] }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
          { project, signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

const refetch = (client: QueryClient, project: string) => client.invalidateQueries({ queryKey: [project, 'webhooks'] })

/** The answer holds the secret: whoever calls this shows it once and keeps it nowhere. */
export const createEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof createEndpoint>) => call(createEndpoint, input, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
    gcTime: 0,
  })

export const updateEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateEndpoint>) => call(updateEndpoint, input, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
  })

/** As {@link createEndpointMutation}: the answer holds a secret. */
export const rotateSecretMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) => call(rotateSecret, { endpointId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
    gcTime: 0,
  })

export const deleteEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) => call(deleteEndpoint, { endpointId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
  })

export const testEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) => call(testEndpoint, { endpointId }, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const replayDeliveryMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof replayDelivery>) => call(replayDelivery, input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })
