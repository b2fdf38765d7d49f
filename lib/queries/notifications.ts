import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { listNotifications, readNotifications } from '@/lib/contracts/notifications'

const key = (project: string) => [project, 'notifications']

export const notificationQueries = {
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: key(project),
      queryFn: ({ pageParam, signal }) =>
        call(listNotifications, pageParam === undefined ? {} : { before: pageParam }, { project, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

export const readNotificationsMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof readNotifications>) => call(readNotifications, input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: key(project) }),
  })
