import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { listExecutions } from '@/lib/contracts/executions'

export const executionQueries = {
  list: (project: string, input: InputOf<typeof listExecutions> = {}) =>
    queryOptions({
      queryKey: [project, 'executions', input],
      queryFn: ({ signal }) => call(listExecutions, input, { project, signal }),
    }),
}
