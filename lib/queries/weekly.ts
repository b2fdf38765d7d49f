import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { addWeeklyAction, getWeek, makeWeek, updateWeeklyAction } from '@/lib/contracts/weekly/weeks'

const PREVIEW_MS = 60_000

const weekKey = (project: string, week: string) => [project, 'week', week]

export const weekQueries = {
  /** A frozen page never changes but for its actions; a preview is taken anew each minute. */
  page: (project: string, week: string, revision?: number) =>
    queryOptions({
      queryKey: [...weekKey(project, week), revision ?? null],
      queryFn: ({ signal }) =>
        fetchContract<typeof getWeek>(
          'GET /api/v1/weekly/{week}',
          { week, ...(revision !== undefined && { revision }) },
          { project, signal },
        ),
      refetchInterval: ({ state }) => (state.data?.revision === null ? PREVIEW_MS : false),
    }),
}

export const makeWeekMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof makeWeek>) =>
      fetchContract<typeof makeWeek>('POST /api/v1/weekly/{week}', input, { project }),
    onSettled: (_data, _error, { week }, _result, { client }) =>
      client.invalidateQueries({ queryKey: weekKey(project, week) }),
  })

export const addActionMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof addWeeklyAction>) =>
      fetchContract<typeof addWeeklyAction>('POST /api/v1/weekly/{week}/actions', input, { project }),
    onSettled: (_data, _error, { week }, _result, { client }) =>
      client.invalidateQueries({ queryKey: weekKey(project, week) }),
  })

/** An action is also shown on the page of the week after its own. */
export const updateActionMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateWeeklyAction>) =>
      fetchContract<typeof updateWeeklyAction>('PATCH /api/v1/weekly/{week}/actions/{actionId}', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: [project, 'week'] }),
  })
