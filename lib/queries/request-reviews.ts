import { mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import { isStaleAfter } from './stale'

type Asked = { runIds: readonly string[]; question: string }

/** Opens a gate on each of these runs, one after another. */
export function requestReviews(project: string) {
  return mutationOptions({
    mutationFn: async ({ runIds, question }: Asked) => {
      for (const runId of runIds)
        await fetchContract('POST /api/v1/runs/{runId}/review-requests', { runId, question }, { project })
    },
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter({ noun: 'gates' }, project, queryKey) }),
  })
}
