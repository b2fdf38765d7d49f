import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { actOnDeadLetters, getDeadLetter, listDeadLetters } from '@/lib/contracts/dead-letters'
import type { DeadLetterListInput } from './dead-letter-search'

const DEAD_LETTER_PAGE_SIZE = 100

/** The page of dead letters that starts at this cursor, as `deadLetters.list` takes it. */
export function deadLetterPage(input: DeadLetterListInput, cursor: string | undefined): DeadLetterListInput {
  return { ...input, limit: DEAD_LETTER_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

export const deadLetterQueries = {
  list: (project: string, input: DeadLetterListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'dead-letters', input],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listDeadLetters>('GET /api/v1/dead-letters', deadLetterPage(input, pageParam), {
          project,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  detail: (project: string, deadLetterId: string) =>
    queryOptions({
      queryKey: [project, 'dead-letter', deadLetterId],
      queryFn: ({ signal }) =>
        fetchContract<typeof getDeadLetter>(
          'GET /api/v1/dead-letters/{deadLetterId}',
          { deadLetterId },
          { project, signal },
        ),
    }),
}

export const actOnDeadLettersMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof actOnDeadLetters>) =>
      fetchContract<typeof actOnDeadLetters>('POST /api/v1/dead-letters/actions', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) =>
      Promise.all(
        ['dead-letters', 'dead-letter', 'status'].map((noun) =>
          client.invalidateQueries({ queryKey: [project, noun] }),
        ),
      ),
  })
