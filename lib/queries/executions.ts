import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { listExecutions } from '@/lib/contracts/executions'

export const executionQueries = {
  list: (project: string, input: InputOf<typeof listExecutions> = {}) =>
    queryOptions({
      queryKey: [project, 'executions', input],
      queryFn: ({ signal }) =>
        fetchContract<typeof listExecutions>('GET /api/v1/executions', input, { project, signal }),
    }),
}
