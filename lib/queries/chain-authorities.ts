import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getChainAuthorities, setChainAuthorities } from '@/lib/contracts/chains'

// Below the chain's own key, so that what changes a chain refetches them as well.
const key = (project: string, chain: string) => [project, 'chain', chain, 'authorities']

export const chainAuthorityQueries = {
  list: (project: string, chain: string) =>
    queryOptions({
      queryKey: key(project, chain),
      queryFn: ({ signal }) =>
        fetchContract<typeof getChainAuthorities>(
          'GET /api/v1/chains/{chain}/authorities',
          { chain },
          { project, signal },
        ),
    }),
}

export const setChainAuthoritiesMutation = (project: string, chain: string) =>
  mutationOptions({
    mutationFn: (userIds: string[]) =>
      fetchContract<typeof setChainAuthorities>(
        'POST /api/v1/chains/{chain}/authorities',
        { chain, userIds },
        { project },
      ),
    onSuccess: (answer, _input, _result, { client }) => client.setQueryData(key(project, chain), answer),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: [project, 'gate'] }),
  })
