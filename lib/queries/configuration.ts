import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { parseAsString } from 'nuqs/server'
import { fetchContract } from '@/lib/api/fetch-contract'
import type {
  getConfiguration,
  listConfigurationVersions,
  previewConfiguration,
  putConfiguration,
} from '@/lib/contracts/configuration-requests'
import type { InputOf } from '@/lib/contracts/contract'
import { keysOfEvent } from './live'

/** What the address of the configuration page holds: the chain whose level it shows, or none for the project's. */
export const configurationSearchParsers = { chain: parseAsString }

const keyOf = (project: string, part: string, chain: string | undefined) => [
  project,
  'configuration',
  part,
  chain ?? null,
]

export const configurationQueries = {
  level: (project: string, chain: string | undefined) =>
    queryOptions({
      queryKey: keyOf(project, 'level', chain),
      queryFn: ({ signal }) =>
        fetchContract<typeof getConfiguration>('GET /api/v1/configuration', { chain }, { project, signal }),
    }),
  history: (project: string, chain: string | undefined) =>
    infiniteQueryOptions({
      queryKey: keyOf(project, 'history', chain),
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listConfigurationVersions>(
          'GET /api/v1/configuration/history',
          { chain, limit: 20, before: pageParam },
          { project, signal },
        ),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

export const putConfigurationMutation = (project: string, chain: string | undefined) =>
  mutationOptions({
    mutationFn: (input: Omit<InputOf<typeof putConfiguration>, 'chain'>) =>
      fetchContract<typeof putConfiguration>('POST /api/v1/configuration', { chain, ...input }, { project }),
    onSuccess: ({ configuration }, _input, _result, { client }) => {
      client.setQueryData(configurationQueries.level(project, chain).queryKey, { configuration })
      return Promise.all(
        keysOfEvent(project, { topic: 'configuration' }).map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })

export const previewConfigurationMutation = (project: string, chain: string | undefined) =>
  mutationOptions({
    mutationFn: (input: Omit<InputOf<typeof previewConfiguration>, 'chain'>) =>
      fetchContract<typeof previewConfiguration>(
        'POST /api/v1/configuration/preview',
        { chain, ...input },
        { project },
      ),
  })
