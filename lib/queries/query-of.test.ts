import { InfiniteQueryObserver, type MutationOptions, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest'
import { mutationOf, pagesOf, queryOf, refetchFirstPage } from './query-of'
import { isStaleAfterEvent } from './stale'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

function serverThat(answer: (url: URL) => Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answer(new URL(url, 'http://desk.test'))
  })
  return asked
}

const send = <A, V, R>(options: MutationOptions<A, Error, V, R>, input: V) =>
  client.getMutationCache().build(client, options).execute(input)

it('keys answers by project, target, input and shape', () => {
  const inDemo = { project: 'demo' }
  const keys = [
    queryOf('GET /api/v1/runs', { limit: 60 }, inDemo),
    queryOf('GET /api/v1/runs', { limit: 60 }, { project: 'other' }),
    queryOf('GET /api/v1/runs', { limit: 8 }, inDemo),
    queryOf('GET /api/v1/runs/facets', {}, inDemo),
    pagesOf('GET /api/v1/runs', { limit: 60 }, inDemo),
  ].map(({ queryKey }) => JSON.stringify(queryKey))
  expect(new Set(keys).size).toBe(keys.length)
})

it("has the types of the target's contract", () => {
  const options = queryOf('GET /api/v1/projects', {})
  expectTypeOf(client.getQueryData(options.queryKey)?.projects[0]?.slug).toEqualTypeOf<string | undefined>()
  const never = () => {
    // @ts-expect-error no such path
    queryOf('GET /api/v1/nothing', {})
    // @ts-expect-error it changes something
    queryOf('POST /api/v1/keys', {})
    // @ts-expect-error a field is missing
    queryOf('GET /api/v1/gates/{gateId}', {})
    // @ts-expect-error it has no pages
    pagesOf('GET /api/v1/keys', {})
  }
  expectTypeOf(never).toBeFunction()
})

it.each([
  ['cursor', 'GET /api/v1/gates', '/api/v1/gates?limit=2&cursor=two&project=demo'],
  ['before', 'GET /api/v1/notifications', '/api/v1/notifications?limit=2&before=two&project=demo'],
] as const)('asks for the next page by its %s', async (by, target, second) => {
  const asked = serverThat(({ searchParams }) => Response.json({ next: searchParams.has(by) ? null : 'two' }))
  const options = pagesOf(target, { limit: 2 }, { project: 'demo', by })
  await client.infiniteQuery({ ...options, pages: 3 })
  expect(asked).toEqual([`/api/v1/${target.split('/').at(-1)}?limit=2&project=demo`, second])
})

it('invalidates and refetches what a mutation affects before it ends', async () => {
  const { queryKey: keys } = queryOf('GET /api/v1/keys', {}, { project: 'demo' })
  const { queryKey: mail } = queryOf('GET /api/v1/mail', {}, { project: 'demo' })
  const fill = () => {
    client.setQueryData(keys, { keys: [] })
    client.setQueryData(mail, {} as never)
  }
  fill()
  serverThat(() => Response.json({}))
  await send(mutationOf('DELETE /api/v1/keys/{keyId}', { project: 'demo' }), { keyId: 'k1' })
  expect([isStale(keys), isStale(mail)]).toEqual([true, false])

  fill()
  serverThat(() => Response.json({ error: { code: 'not_found', message: 'gone' } }, { status: 404 }))
  const refused = send(mutationOf('DELETE /api/v1/keys/{keyId}', { project: 'demo' }), { keyId: 'k1' })
  await expect(refused).rejects.toMatchObject({ status: 404 })
  expect([isStale(keys), isStale(mail)]).toEqual([true, false])

  fill()
  serverThat(() => Response.json({}))
  await send(mutationOf('POST /api/v1/keys', { project: 'demo', changes: [] }), { name: 'x' })
  expect(isStale(keys)).toBe(false)
})

it('does not wait for a refetch if the server cannot be reached', async () => {
  const keys = queryOf('GET /api/v1/keys', {}, { project: 'demo' })
  client.setQueryData(keys.queryKey, { keys: [] })
  const leave = new QueryObserver(client, keys).subscribe(() => undefined)
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
    method === 'GET' ? new Promise(() => undefined) : Promise.reject(new TypeError('fetch failed')),
  )
  const sent = send(mutationOf('DELETE /api/v1/keys/{keyId}', { project: 'demo' }), { keyId: 'k1' })
  await expect(sent).rejects.toMatchObject({ code: 'network' })
  expect(isStale(keys.queryKey)).toBe(true)
  leave()
})

it("keeps a still query through events, and updates it after the person's own changes", async () => {
  const list = pagesOf('GET /api/v1/runs', {}, { project: 'demo', isStill: true })
  const head = queryOf('GET /api/v1/runs', {}, { project: 'demo' })
  serverThat(() => Response.json({ runs: [], next: null }))
  await client.infiniteQuery(list)
  await client.query(head)
  await client.invalidateQueries({ predicate: isStaleAfterEvent('demo', { topic: 'runs' }) })
  expect([isStale(list.queryKey), isStale(head.queryKey)]).toEqual([false, true])
  await send(mutationOf('POST /api/v1/runs/{runId}/reviews', { project: 'demo' }), { runId: 'r1', verdict: 'approve' })
  expect(isStale(list.queryKey)).toBe(true)
})

it('asks for the first page of a list again, which stays until the answer, and drops the others', async () => {
  const options = pagesOf('GET /api/v1/gates', { limit: 2 }, { project: 'demo' })
  serverThat(({ searchParams }) => Response.json({ next: searchParams.has('cursor') ? null : 'two' }))
  await client.infiniteQuery({ ...options, pages: 2 })
  const observer = new InfiniteQueryObserver(client, options)
  const seen: unknown[] = []
  const stop = observer.subscribe(({ data }) => seen.push(data?.pages))
  const asked = serverThat(() => Response.json({ next: null }))
  await refetchFirstPage(client, options.queryKey)
  stop()
  expect(asked).toEqual(['/api/v1/gates?limit=2&project=demo'])
  expect(client.getQueryData(options.queryKey)).toEqual({ pages: [{ next: null }], pageParams: [undefined] })
  expect(seen).not.toContain(undefined)
})

it('forgets the answer to a mutation with a secret as soon as no screen shows it', async () => {
  serverThat(() => Response.json({}))
  await send(mutationOf('POST /api/v1/keys', { project: 'demo', changes: [], isSecret: true }), { name: 'x' })
  await send(mutationOf('POST /api/v1/keys', { project: 'demo', changes: [] }), { name: 'y' })
  const kept = client.getMutationCache().getAll()
  expect(kept.map(({ gcTime }) => gcTime > 0)).toEqual([false, true])
})
