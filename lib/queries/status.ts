import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getProjectStatus } from '@/lib/contracts/projects'

export const statusQueries = {
  get: (project: string) =>
    queryOptions({
      queryKey: [project, 'status'],
      queryFn: ({ signal }) => fetchContract<typeof getProjectStatus>('GET /api/v1/status', {}, { project, signal }),
    }),
}
