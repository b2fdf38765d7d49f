import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { getChainAuthorities, setChainAuthorities } from '@/lib/contracts/chain-authorities'

// Below the chain's own key, so that what changes a chain refetches them as well.
const key = (project: string, chain: string) => [project, 'chain', chain, 'authorities']

export const chainAuthorityQueries = {
  list: (project: string, chain: string) =>
    queryOptions({
      queryKey: key(project, chain),
      queryFn: ({ signal }) => call(getChainAuthorities, { chain }, { project, signal }),
    }),
}

export const setChainAuthoritiesMutation = (project: string, chain: string) =>
  mutationOptions({
    mutationFn: (userIds: string[]) => call(setChainAuthorities, { chain, userIds }, { project }),
    onSuccess: (answer, _input, _result, { client }) => client.setQueryData(key(project, chain), answer),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: [project, 'gate'] }),
  })
