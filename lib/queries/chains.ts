import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getChain, listChains } from '@/lib/contracts/chains'

export const chainQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: [project, 'chains'],
      queryFn: ({ signal }) => fetchContract<typeof listChains>('GET /api/v1/chains', {}, { project, signal }),
    }),
  detail: (project: string, chain: string) =>
    queryOptions({
      queryKey: [project, 'chain', chain],
      queryFn: ({ signal }) =>
        fetchContract<typeof getChain>('GET /api/v1/chains/{chain}', { chain }, { project, signal }),
    }),
}
