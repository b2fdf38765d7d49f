import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getFailurePatterns } from '@/lib/contracts/overview'
import type { OverviewInput } from './overview-search'

export const failureQueries = {
  patterns: (project: string, input: OverviewInput) =>
    queryOptions({
      queryKey: [project, 'failures', 'patterns', input],
      queryFn: ({ signal }) =>
        fetchContract<typeof getFailurePatterns>('GET /api/v1/failures/patterns', input, { project, signal }),
    }),
}
