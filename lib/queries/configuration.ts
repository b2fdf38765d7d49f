import { mutationOptions } from '@tanstack/react-query'
import { parseAsString } from 'nuqs/server'
import { mutationOf, queryOf } from './query-of'

/** What the address of the configuration page holds: the chain whose level it shows, or none for the project's. */
export const configurationSearchParsers = { chain: parseAsString }

/** Saves a level's document. What the server made of it is shown at once. */
export const putConfiguration = (project: string) =>
  mutationOptions({
    ...mutationOf('POST /api/v1/configuration', { project }),
    onSuccess: ({ configuration }, { chain }, _result, { client }) =>
      client.setQueryData(queryOf('GET /api/v1/configuration', { chain }, { project }).queryKey, { configuration }),
  })
