import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { getChain, listChains } from '@/lib/contracts/chains'

export const chainQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: [project, 'chains'],
      queryFn: ({ signal }) => call(listChains, {}, { project, signal }),
    }),
  detail: (project: string, chain: string) =>
    queryOptions({
      queryKey: [project, 'chain', chain],
      queryFn: ({ signal }) => call(getChain, { chain }, { project, signal }),
    }),
}
