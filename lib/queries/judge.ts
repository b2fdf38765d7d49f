import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getJudge, listJudgeCalls, resetBreaker, testJudge } from '@/lib/contracts/judge'

const CALL_PAGE_SIZE = 25

/** The page of calls that starts at this cursor, as `judge.calls` takes it. */
export function judgeCallPage(cursor: string | undefined) {
  return { limit: CALL_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

export const judgeQueries = {
  detail: (project: string) =>
    queryOptions({
      queryKey: [project, 'judge', 'detail'],
      queryFn: ({ signal }) => fetchContract<typeof getJudge>('GET /api/v1/judge', {}, { project, signal }),
    }),
  calls: (project: string) =>
    infiniteQueryOptions({
      queryKey: [project, 'judge', 'calls'],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listJudgeCalls>('GET /api/v1/judge/calls', judgeCallPage(pageParam), { project, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

const refetch = (client: QueryClient, project: string) => client.invalidateQueries({ queryKey: [project, 'judge'] })

export const testJudgeMutation = (project: string) =>
  mutationOptions({
    mutationFn: () => fetchContract<typeof testJudge>('POST /api/v1/judge/test', {}, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

export const resetBreakerMutation = (project: string) =>
  mutationOptions({
    mutationFn: (worker: string) =>
      fetchContract<typeof resetBreaker>('POST /api/v1/judge/breakers/reset', { worker }, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })
