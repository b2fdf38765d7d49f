import { mutationOptions } from '@tanstack/react-query'
import { parseAsFloat, parseAsString } from 'nuqs/server'
import { mutationOf, queryOf } from './query-of'

/**
 * Search parameters of the configuration page: the chain whose level is shown (the project's without one), and an efficiency reference to
 * start from, which is not saved automatically.
 */
export const configurationSearchParsers = { chain: parseAsString, efficiency_reference: parseAsFloat }

/** Saves a level's document, and shows the server's result immediately. */
export const putConfiguration = (project: string) =>
  mutationOptions({
    ...mutationOf('POST /api/v1/configuration', { project }),
    onSuccess: ({ configuration }, { chain }, _result, { client }) =>
      client.setQueryData(queryOf('GET /api/v1/configuration', { chain }, { project }).queryKey, { configuration }),
  })
