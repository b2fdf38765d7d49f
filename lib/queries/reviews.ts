import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { reviewRun, undoReview } from '@/lib/contracts/reviews'
import { keysOfEvent } from './live'

/** What a review moves, refetched at once also where no live event arrives; a refused one has moved under someone else's hand. */
function refetchRun(client: QueryClient, project: string, runId: string) {
  const keys = [...keysOfEvent(project, { topic: 'run', id: runId }), [project, 'run-list']]
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

type Review = Omit<InputOf<typeof reviewRun>, 'runId'>
type Undo = Omit<InputOf<typeof undoReview>, 'runId'>

export const reviewMutation = (project: string, runId: string) =>
  mutationOptions({
    mutationFn: (review: Review) =>
      fetchContract<typeof reviewRun>('POST /api/v1/runs/{runId}/reviews', { runId, ...review }, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetchRun(client, project, runId),
  })

export const undoReviewMutation = (project: string, runId: string) =>
  mutationOptions({
    mutationFn: (undo: Undo) =>
      fetchContract<typeof undoReview>(
        'POST /api/v1/runs/{runId}/reviews/{decisionId}/undo',
        { runId, ...undo },
        { project },
      ),
    onSettled: (_data, _error, _input, _result, { client }) => refetchRun(client, project, runId),
  })
