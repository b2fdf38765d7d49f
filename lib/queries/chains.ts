import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { getChain, listChains, updateChain } from '@/lib/contracts/chains'
import type { InputOf } from '@/lib/contracts/contract'
import { keysOfEvent } from './live'

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

export type ChainSettings = Omit<InputOf<typeof updateChain>, 'chain'>

export const updateChainMutation = (project: string, chain: string) =>
  mutationOptions({
    mutationFn: (settings: ChainSettings) => call(updateChain, { chain, ...settings }, { project }),
    onSuccess: ({ chain: changed }, _input, _result, { client }) => {
      client.setQueryData(chainQueries.detail(project, chain).queryKey, { chain: changed })
      return Promise.all(
        keysOfEvent(project, { topic: 'chains' }).map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
