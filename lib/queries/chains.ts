import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/lib/api/ask'
import type { getChain, listChains } from '@/lib/contracts/chains'

export const chainQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: [project, 'chains'],
      queryFn: ({ signal }) => ask<typeof listChains>('GET /api/v1/chains', {}, { project, signal }),
    }),
  detail: (project: string, chain: string) =>
    queryOptions({
      queryKey: [project, 'chain', chain],
      queryFn: ({ signal }) => ask<typeof getChain>('GET /api/v1/chains/{chain}', { chain }, { project, signal }),
    }),
}
