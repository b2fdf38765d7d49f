import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { fetchNext } from './next-page'

/** A list of two pages on a server, of which the first is loaded; answers wait until they are released. */
async function openList() {
  const server = { rows: ['one', 'two'], asked: [] as number[], held: Promise.resolve(), failures: 0 }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam, signal }) => {
      server.asked.push(pageParam)
      const row = server.rows[pageParam]
      await server.held
      if (signal.aborted) throw new Error('aborted')
      if (server.failures-- > 0) throw new Error('no answer')
      return row
    },
    initialPageParam: 0,
    getNextPageParam: (_page, all) => (all.length < server.rows.length ? all.length : undefined),
  })
  observer.subscribe(() => {})
  await observer.refetch()
  server.asked.length = 0
  return { server, client, list: () => observer.getCurrentResult() }
}

it('a next page asked for during a refetch is loaded after it, with what has changed', async () => {
  const { server, client, list } = await openList()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.rows = ['changed', 'two']
  server.held = promise
  const refetched = client.invalidateQueries({ queryKey: ['list'] })
  const added = fetchNext(list())
  resolve()
  await Promise.all([refetched, added])
  expect(list().data?.pages).toEqual(['changed', 'two'])
  expect(server.asked).toEqual([0, 1])
})

it('a next page is asked for once, also after one that failed, and none after the last', async () => {
  const { server, list } = await openList()
  server.failures = 1
  await fetchNext(list())
  expect(list()).toMatchObject({ isFetchNextPageError: true, data: { pages: ['one'] } })
  await Promise.all([fetchNext(list()), fetchNext(list())])
  expect(list().data?.pages).toEqual(['one', 'two'])
  expect(server.asked).toEqual([1, 1])
  await fetchNext(list())
  expect(list().data?.pages).toEqual(['one', 'two'])
})
