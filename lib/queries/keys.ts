import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { createKey, listKeys, revokeKey } from '@/lib/contracts/projects'

const keysKey = (project: string) => [project, 'keys']

export const keyQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: keysKey(project),
      queryFn: ({ signal }) => fetchContract<typeof listKeys>('GET /api/v1/keys', {}, { project, signal }),
    }),
}

/** The answer holds the secret: whoever calls this shows it once and keeps it nowhere. */
export const createKeyMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof createKey>) =>
      fetchContract<typeof createKey>('POST /api/v1/keys', input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: keysKey(project) }),
    gcTime: 0,
  })

export const revokeKeyMutation = (project: string) =>
  mutationOptions({
    mutationFn: (keyId: string) =>
      fetchContract<typeof revokeKey>('DELETE /api/v1/keys/{keyId}', { keyId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: keysKey(project) }),
  })
