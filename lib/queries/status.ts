import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/lib/api/ask'
import type { getProjectStatus } from '@/lib/contracts/projects'

export const statusQueries = {
  get: (project: string) =>
    queryOptions({
      queryKey: [project, 'status'],
      queryFn: ({ signal }) => ask<typeof getProjectStatus>('GET /api/v1/status', {}, { project, signal }),
    }),
}
