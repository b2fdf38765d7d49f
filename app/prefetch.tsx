import { dehydrate, HydrationBoundary, type InferDataFromTag } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { registry } from '@/lib/operations/registry'
import { getQueryClient } from '@/lib/queries/query-client'
import type { ContractKey } from '@/lib/queries/query-of'

type PrefetchProps = {
  /** What the page shows at first, as its screen asks for it. */
  queries: readonly { readonly queryKey: ContractKey }[]
  /** The page is sent before data that take longer than a moment, since its screen draws something in their place. */
  streams?: boolean
  /** The page is about these: where one of them is not there, neither is the page. */
  mustExist?: boolean
  children: ReactNode
}

// React reveals what comes after a page's first picture no sooner than 300 ms after it: what can come with it is worth so long a wait.
const MOMENT_MS = 200
const moment = () => new Promise((resolve) => setTimeout(resolve, MOMENT_MS))

/**
 * Answers queries in process while a page is made, so that the browser need not ask for them. What is refused, or fails,
 * is left to the browser, which asks again.
 */
export async function Prefetch({ queries, streams = false, mustExist = false, children }: PrefetchProps) {
  // Who is not signed in, or not of this project, is sent away before anything is asked.
  await Promise.all(queries.map(({ queryKey: [project] }) => pageContext(project ?? undefined)))
  const client = getQueryClient()
  const answered = Promise.allSettled(
    queries.map(({ queryKey }) => {
      const queryFn = () => answerOf(queryKey)
      return queryKey[3] === 'pages'
        ? client.infiniteQuery({ queryKey, queryFn, initialPageParam: undefined })
        : client.query({ queryKey, queryFn })
    }),
  )
  if (streams) await Promise.race([answered, moment()])
  else {
    const isMissing = (await answered).some((outcome) => outcome.status === 'rejected' && isUnknown(outcome.reason))
    if (mustExist && isMissing) notFound()
  }
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
}

/** The answer to a query that the page itself reads; where it is not there, neither is the page. */
export async function loadAnswer<K extends ContractKey>({ queryKey }: { readonly queryKey: K }) {
  try {
    return (await answerOf(queryKey)) as InferDataFromTag<unknown, K>
  } catch (error) {
    if (isUnknown(error)) notFound()
    throw error
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')
}

const operations = new Map(
  registry.map((operation) => [`${operation.contract.method} ${operation.contract.path}`, operation]),
)

/** Asks once a request, however often a page and its frame do. */
const ask = cache(async (project: string | null, target: string, input: string): Promise<unknown> => {
  const operation = operations.get(target)
  if (!operation) throw new Error(`No operation answers ${target}.`)
  return operation.run(await pageContext(project ?? undefined), JSON.parse(input))
})

function answerOf([project, target, input]: ContractKey): Promise<unknown> {
  return ask(project, target, JSON.stringify(input))
}
