import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { listFailingWork } from '@/lib/contracts/work'

export const workQueries = {
  failing: (project: string) =>
    queryOptions({
      queryKey: [project, 'work', 'failing'],
      queryFn: ({ signal }) =>
        fetchContract<typeof listFailingWork>('GET /api/v1/work/failing', {}, { project, signal }),
    }),
}
