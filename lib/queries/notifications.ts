import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { listNotifications, readNotifications } from '@/lib/contracts/notifications'

const key = (project: string) => [project, 'notifications']

export const notificationQueries = {
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: key(project),
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listNotifications>(
          'GET /api/v1/notifications',
          pageParam === undefined ? {} : { before: pageParam },
          { project, signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

export const readNotificationsMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof readNotifications>) =>
      fetchContract<typeof readNotifications>('POST /api/v1/notifications/read', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: key(project) }),
  })
