import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { getProjectStatus } from '@/lib/contracts/projects'

export const statusQueries = {
  get: (project: string) =>
    queryOptions({
      queryKey: [project, 'status'],
      queryFn: ({ signal }) => call(getProjectStatus, {}, { project, signal }),
    }),
}
