import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { addTrials, listTrials } from '@/lib/contracts/trials'
import type { getVersion, publishVersion } from '@/lib/contracts/versions'

type Named = { chain: string; version: string }

export const versionQueries = {
  detail: (project: string, { chain, version }: Named) =>
    queryOptions({
      queryKey: [project, 'version', chain, version],
      queryFn: ({ signal }) =>
        fetchContract<typeof getVersion>(
          'GET /api/v1/chains/{chain}/versions/{version}',
          { chain, version },
          { project, signal },
        ),
    }),
  trials: (project: string, { chain, version }: Named) =>
    infiniteQueryOptions({
      queryKey: [project, 'trials', chain, version],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listTrials>(
          'GET /api/v1/chains/{chain}/versions/{version}/trials',
          { chain, version, ...(pageParam && { cursor: pageParam }) },
          { project, signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
}

/** What is wrong with a draft is said by the desk, field by field. The answer may hold a signing secret: whoever calls this shows it once and keeps it nowhere. */
export const publishVersionMutation = (project: string) =>
  mutationOptions({
    mutationFn: ({ chain, draft }: { chain: string; draft: Readonly<Record<string, unknown>> }) =>
      fetchContract<typeof publishVersion>(
        'POST /api/v1/chains/{chain}/publications',
        { version: '', ...draft, chain },
        { project },
      ),
    onSuccess: (_data, _input, _result, { client }) =>
      Promise.all(
        ['chains', 'chain', 'version', 'trials'].map((noun) => client.invalidateQueries({ queryKey: [project, noun] })),
      ),
    gcTime: 0,
  })

export const addTrialsMutation = (project: string, named: Named) =>
  mutationOptions({
    mutationFn: (input: Omit<InputOf<typeof addTrials>, 'chain' | 'version'>) =>
      fetchContract<typeof addTrials>(
        'POST /api/v1/chains/{chain}/versions/{version}/trials',
        { ...named, ...input },
        { project },
      ),
    onSuccess: (_data, _input, _result, { client }) =>
      Promise.all(
        ['version', 'trials'].map((noun) =>
          client.invalidateQueries({ queryKey: [project, noun, named.chain, named.version] }),
        ),
      ),
  })
