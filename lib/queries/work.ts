import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/lib/api/ask'
import type { listFailingWork } from '@/lib/contracts/work'

export const workQueries = {
  failing: (project: string) =>
    queryOptions({
      queryKey: [project, 'work', 'failing'],
      queryFn: ({ signal }) => ask<typeof listFailingWork>('GET /api/v1/work/failing', {}, { project, signal }),
    }),
}
