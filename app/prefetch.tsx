import { dehydrate, type InferDataFromTag } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { PageAnswers } from '@/components/domain-ui/page-answers'
import { PrefetchedParts } from '@/components/domain-ui/part-boundary'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { markForBoundary } from '@/lib/operations/health/page-failure'
import { thisMoment } from '@/lib/operations/live/changes'
import { registry } from '@/lib/operations/registry'
import { getQueryClient } from '@/lib/queries/query-client'
import type { ContractKey } from '@/lib/queries/query-of'

/** Queries of the initial page content, as its screen makes them. */
export type PageQueries = readonly { readonly queryKey: ContractKey }[]

type PrefetchProps = {
  queries: PageQueries
  /**
   * Sends the page before slow queries have answered, since its screen suspends where they are missing. A part that does not would be rendered
   * otherwise by the browser, which may have the answer by then.
   */
  streams?: boolean
  /** Answers 404 if the data of one of the queries does not exist. */
  mustExist?: boolean
  children: ReactNode
}

// React reveals streamed content no sooner than 300 ms after the first paint, so waiting this long for data to be part of it pays off.
const MOMENT_MS = 200
const moment = () => new Promise<undefined>((resolve) => setTimeout(resolve, MOMENT_MS))

/**
 * Runs queries in process while the page is rendered, so that the browser need not fetch them. Refused or failed queries are left to the
 * browser, which retries them.
 */
export async function Prefetch({ queries, streams = false, mustExist = false, children }: PrefetchProps) {
  // Redirects anonymous visitors, and answers 404 to non-members, before any query runs.
  await Promise.all(queries.map(({ queryKey: [project] }) => pageContext(project ?? undefined)))
  const client = getQueryClient()
  const answered = Promise.allSettled(
    queries.map(({ queryKey }) => {
      const queryFn = () => answerOf(queryKey)
      return queryKey[3] === 'pages'
        ? client.infiniteQuery({ queryKey, queryFn, initialPageParam: undefined, getNextPageParam: () => undefined })
        : client.query({ queryKey, queryFn })
    }),
  )
  const outcomes = await (streams ? Promise.race([answered, moment()]) : answered)
  const isMissing = outcomes?.some((outcome) => outcome.status === 'rejected' && isUnknown(outcome.reason))
  if (mustExist && isMissing) notFound()
  const { pending = [], answered: known = [] } = Object.groupBy(dehydrate(client).queries, ({ state }) =>
    state.status === 'pending' ? 'pending' : 'answered',
  )
  return (
    <PageAnswers answered={JSON.stringify(known)} pending={pending}>
      <PrefetchedParts isComplete={outcomes?.every(({ status }) => status === 'fulfilled') ?? false}>
        {children}
      </PrefetchedParts>
    </PageAnswers>
  )
}

/** Starts queries that a `Prefetch` of the same request will wait for. */
export function startQueries(queries: PageQueries): void {
  for (const { queryKey } of queries) answerOf(queryKey).catch(() => undefined)
}

/** Answers a query for the page itself; a missing subject results in a 404 page. */
export async function loadAnswer<K extends ContractKey>({ queryKey }: { readonly queryKey: K }) {
  try {
    return (await answerOf(queryKey)) as InferDataFromTag<unknown, K>
  } catch (error) {
    if (isUnknown(error)) notFound()
    throw markForBoundary(error)
  }
}

/** Answers a query for a title; null if it cannot be answered, which the page itself explains. */
export async function findAnswer<K extends ContractKey>(query: { readonly queryKey: K }) {
  try {
    return await loadAnswer(query)
  } catch {
    return null
  }
}

/** Whether there is this project for the signed-in person. */
export const isProjectFound = (project: string): Promise<boolean> =>
  pageContext(project).then(
    () => true,
    () => false,
  )

/** Titles a page after its subject, so that tabs can be told apart. `otherwise` is used if it cannot be read, though it may exist. */
export async function titleAfter<K extends ContractKey>(
  query: { readonly queryKey: K },
  name: (answer: InferDataFromTag<unknown, K>) => string,
  otherwise: string,
): Promise<Metadata> {
  try {
    return { title: name((await answerOf(query.queryKey)) as InferDataFromTag<unknown, K>) }
  } catch (error) {
    return { title: isUnknown(error) ? 'Not found' : otherwise }
  }
}

/** Whether there is nothing that a query asks for; false also if that cannot be read. */
export const isMissing = (query: { readonly queryKey: ContractKey }): Promise<boolean> =>
  answerOf(query.queryKey).then(() => false, isUnknown)

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')
}

const operations = new Map(
  registry.map((operation) => [`${operation.contract.method} ${operation.contract.path}`, operation]),
)

/** Names the moment before anything that the page shows was read, for its title or itself: all changes after it are sent to the page. */
export const pageMoment = cache(thisMoment)

/** Runs each query once per request, even if the page and its layout both need it. */
const ask = cache(async (project: string | null, target: string, input: string): Promise<unknown> => {
  pageMoment()
  const operation = operations.get(target)
  if (!operation) throw new Error(`No operation answers ${target}.`)
  return operation.run(await pageContext(project ?? undefined), JSON.parse(input))
})

function answerOf([project, target, input]: ContractKey): Promise<unknown> {
  return ask(project, target, JSON.stringify(input))
}
