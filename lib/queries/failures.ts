import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { getFailurePatterns } from '@/lib/contracts/overview'
import type { OverviewInput } from './overview-search'

export const failureQueries = {
  patterns: (project: string, input: OverviewInput) =>
    queryOptions({
      queryKey: [project, 'failures', 'patterns', input],
      queryFn: ({ signal }) => call(getFailurePatterns, input, { project, signal }),
    }),
}
