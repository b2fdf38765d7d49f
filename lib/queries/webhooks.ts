import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type {
  createEndpoint,
  DeliveryState,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  replayDeliveries,
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
      queryFn: ({ signal }) => fetchContract<typeof listEndpoints>('GET /api/v1/webhooks', {}, { project, signal }),
    }),
  log: (project: string, endpointId: string, status: DeliveryState | null) =>
    infiniteQueryOptions({
      queryKey: [project, 'webhooks', 'log', endpointId, status],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listDeliveries>(
          'GET /api/v1/webhooks/{endpointId}/deliveries',
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
    mutationFn: (input: InputOf<typeof createEndpoint>) =>
      fetchContract<typeof createEndpoint>('POST /api/v1/webhooks', input, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
    gcTime: 0,
  })

export const updateEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateEndpoint>) =>
      fetchContract<typeof updateEndpoint>('PATCH /api/v1/webhooks/{endpointId}', input, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
  })

/** As {@link createEndpointMutation}: the answer holds a secret. */
export const rotateSecretMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) =>
      fetchContract<typeof rotateSecret>('POST /api/v1/webhooks/{endpointId}/rotate', { endpointId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
    gcTime: 0,
  })

export const deleteEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) =>
      fetchContract<typeof deleteEndpoint>('DELETE /api/v1/webhooks/{endpointId}', { endpointId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => refetch(client, project),
  })

export const testEndpointMutation = (project: string) =>
  mutationOptions({
    mutationFn: (endpointId: string) =>
      fetchContract<typeof testEndpoint>('POST /api/v1/webhooks/{endpointId}/test', { endpointId }, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const replayDeliveriesMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof replayDeliveries>) =>
      fetchContract<typeof replayDeliveries>('POST /api/v1/webhooks/{endpointId}/replay', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const replayDeliveryMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof replayDelivery>) =>
      fetchContract<typeof replayDelivery>('POST /api/v1/webhooks/{endpointId}/deliveries/{messageId}/replay', input, {
        project,
      }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })
