import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { createKey, listKeys, revokeKey } from '@/lib/contracts/projects'

const keysKey = (project: string) => [project, 'keys']

export const keyQueries = {
  list: (project: string) =>
    queryOptions({ queryKey: keysKey(project), queryFn: ({ signal }) => call(listKeys, {}, { project, signal }) }),
}

/** The answer holds the secret: whoever calls this shows it once and keeps it nowhere. */
export const createKeyMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof createKey>) => call(createKey, input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: keysKey(project) }),
    gcTime: 0,
  })

export const revokeKeyMutation = (project: string) =>
  mutationOptions({
    mutationFn: (keyId: string) => call(revokeKey, { keyId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: keysKey(project) }),
  })
