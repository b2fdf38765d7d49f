import { mutationOptions } from '@tanstack/react-query'
import { parseAsFloat, parseAsString } from 'nuqs/server'
import { mutationOf, queryOf } from './query-of'

/**
 * What the address of the configuration page holds: the chain whose level it shows, or none for the project's, and a reference
 * of efficiency to begin with, which nothing saves by itself.
 */
export const configurationSearchParsers = { chain: parseAsString, efficiency_reference: parseAsFloat }

/** Saves a level's document. What the server made of it is shown at once. */
export const putConfiguration = (project: string) =>
  mutationOptions({
    ...mutationOf('POST /api/v1/configuration', { project }),
    onSuccess: ({ configuration }, { chain }, _result, { client }) =>
      client.setQueryData(queryOf('GET /api/v1/configuration', { chain }, { project }).queryKey, { configuration }),
  })
