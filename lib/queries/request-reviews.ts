import { mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import { isStaleAfter } from './stale'

type Asked = { runIds: readonly string[]; question: string }

/** Opens a gate on each of these runs in turn, and returns how many were new. */
export function requestReviews(project: string) {
  return mutationOptions({
    mutationFn: async ({ runIds, question }: Asked) => {
      let opened = 0
      for (const runId of runIds) {
        const asked = await fetchContract('POST /api/v1/runs/{runId}/review-requests', { runId, question }, { project })
        if (asked.opened) opened++
      }
      return opened
    },
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter({ noun: 'gates' }, project, queryKey) }),
  })
}
