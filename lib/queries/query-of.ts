import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/api-error'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputAt, OutputAt, ReadTarget, Target } from '@/lib/contracts/targets'
import { changesOf, isStaleAfter, type Noun } from './stale'

type Asked = {
  /** Slug of the project it is asked in; left out for what belongs to the person. */
  project?: string
  /** What changes elsewhere passes it by, so that nothing moves under the pointer; one's own changes do not. */
  isStill?: boolean
}

/** What an answer is kept under: all of its request, so that whoever holds the key can ask again. `pages` are kept page by page. */
export type ContractKey = readonly [project: string | null, target: ReadTarget, input: object, shape?: 'pages']

const STILL = { staleTime: Number.POSITIVE_INFINITY, meta: { isStill: true } }

/** The options of a query for what a contract reads: `useQuery(queryOf('GET /api/v1/keys', {}, { project }))`. */
export function queryOf<T extends ReadTarget>(target: T, input: InputAt<T>, { project, isStill }: Asked = {}) {
  const queryKey: ContractKey = [project ?? null, target, input as object]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchContract(target, input, { project, signal }),
    ...(isStill && STILL),
  })
}

type PagedTarget = {
  [T in ReadTarget]: OutputAt<T> extends { next: string | number | null } ? T : never
}[ReadTarget]
type Next<T extends PagedTarget> = NonNullable<OutputAt<T>['next']>

/** As {@link queryOf}, page by page: `next` of an answer is sent in the field `by` for the page after it. */
export function pagesOf<T extends PagedTarget>(
  target: T,
  input: InputAt<T>,
  { project, isStill, by = 'cursor' }: Asked & { by?: 'cursor' | 'before' } = {},
) {
  const queryKey: ContractKey = [project ?? null, target, input as object, 'pages']
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === undefined ? input : ({ ...(input as object), [by]: pageParam } as InputAt<T>)
      return fetchContract(target, page, { project, signal })
    },
    initialPageParam: undefined as Next<T> | undefined,
    getNextPageParam: (page) => (page.next ?? undefined) as Next<T> | undefined,
    ...(isStill && STILL),
  })
}

type Sent = {
  /** Slug of the project it is done in; left out for what belongs to the person. */
  project?: string
  /** What it changes, where that is not the first noun of its path; nothing for what only computes. */
  changes?: readonly Noun[]
  /** What is sent or answered holds a secret: it is forgotten with the screen that shows it. */
  isSecret?: boolean
}

/**
 * The options of a mutation that sends a contract: what its noun makes stale is fetched anew before it ends. So it is
 * after a refusal too, since what was refused has moved under someone else's hand.
 */
export function mutationOf<T extends Target>(target: T, { project, changes, isSecret }: Sent = {}) {
  return mutationOptions({
    mutationFn: (input: InputAt<T>) => fetchContract(target, input, { project }),
    onSettled: (_answer: OutputAt<T> | undefined, error, input, _result, { client }) => {
      const made = changesOf(target, input as object, changes)
      const refetched = client.invalidateQueries({
        predicate: ({ queryKey }) => made.some((change) => isStaleAfter(change, project ?? null, queryKey)),
      })
      // Nobody refused, and what is asked now gets no answer either: the person need not wait for that.
      return error instanceof ApiError && error.code === 'network' ? undefined : refetched
    },
    ...(isSecret && { gcTime: 0 }),
  })
}
