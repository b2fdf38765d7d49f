import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { ApiError } from '@/lib/api/api-error'
import { fetchContract, requestOf } from '@/lib/api/call'
import type { InputAt, OutputAt, ReadTarget, Target } from '@/lib/contracts/targets'
import type { Noun } from './stale'

type Asked = {
  /** Slug of the project; omitted for data of the person. */
  project?: string
  /** Excludes the query from live updates, so that nothing moves under the pointer; the person's own changes still refetch it. */
  isStill?: boolean
}

/** The query key: the whole request, so that it can be repeated from its key. `pages` are cached page by page. */
export type ContractKey = readonly [project: string | null, target: ReadTarget, input: object, shape?: 'pages']

const STILL = { staleTime: Number.POSITIVE_INFINITY, meta: { isStill: true } }

/** Returns the query options of a read contract: `useQuery(queryOf('GET /api/v1/keys', {}, { project }))`. */
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

/** Like {@link queryOf}, page by page: `next` of an answer is sent as the field `by` to get the page after it. */
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

/** Fetches the first page of a list again and drops the others. The first page stays until the answer arrives. */
export async function refetchFirstPage(client: QueryClient, queryKey: ContractKey): Promise<void> {
  client.setQueryData<InfiniteData<unknown>>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  await client.refetchQueries({ queryKey, exact: true })
}

type Sent = {
  /** Slug of the project; omitted for data of the person. */
  project?: string
  /** The nouns it changes, if not the first noun of its path; empty if it only computes. */
  changes?: readonly Noun[]
  /** Input or output contains a secret: it is dropped when the screen that shows it unmounts. */
  isSecret?: boolean
}

/**
 * Returns the mutation options of a contract. Queries that its noun makes stale are refetched before it ends, also after a refusal, since
 * someone else must have changed the item.
 */
export function mutationOf<T extends Target>(target: T, { project, changes, isSecret }: Sent = {}) {
  return mutationOptions({
    mutationFn: (input: InputAt<T>) => fetchContract(target, input, { project }),
    onSettled: async (_answer: OutputAt<T> | undefined, error, input, _result, { client }) => {
      // Live updates load it too, soon after the page. Without it, everything is refetched: what was sent is done all the same.
      const stale = await import('./stale').catch(() => null)
      const made = stale?.changesOf(target, input as object, changes)
      const refetched = client.invalidateQueries(made && { predicate: stale?.staleAfter(made, project ?? null) })
      // Offline, the refetch gets no answer either: the person need not wait for it.
      return error instanceof ApiError && error.code === 'network' ? undefined : refetched
    },
    ...(isSecret && { gcTime: 0 }),
  })
}

/** Returns the URL that downloads all rows of a table as a file. */
export function tableHref<T extends ReadTarget>(
  project: string,
  target: T,
  input: InputAt<T>,
  format: 'excel' | 'jsonl',
): string {
  return hrefOf(project, target, { ...input, format })
}

/** Returns the URL at which a browser saves a response as a file. */
export function hrefOf<T extends ReadTarget>(project: string, target: T, input: InputAt<T>): string {
  const path = target.slice('GET '.length)
  return requestOf({ name: target, method: 'GET', path }, input, project).target
}
