import { InfiniteQueryObserver, type Query, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Change,
  changeOf,
  changesOf,
  type Invalidator,
  type IsStale,
  isStaleAfter,
  makeInvalidator,
  makeRefetch,
} from './stale'

describe('isStaleAfter', () => {
  const runs = ['p', 'GET /api/v1/runs', {}]
  const run = ['p', 'GET /api/v1/runs/{runId}', { runId: 'r1' }]
  const gate = ['p', 'GET /api/v1/gates/{gateId}', { gateId: 'g1' }]
  const gates = ['p', 'GET /api/v1/gates', {}, 'pages']
  const status = ['p', 'GET /api/v1/status', {}]
  const version = ['p', 'GET /api/v1/chains/{chain}/versions/{version}', { chain: 'c', version: '1' }]
  const trials = ['p', 'GET /api/v1/chains/{chain}/versions/{version}/trials', { chain: 'c', version: '1' }, 'pages']
  const calibration = ['p', 'GET /api/v1/calibration', { errors: 0.05 }]
  const attribution = ['p', 'GET /api/v1/runs/{runId}/attribution', { runId: 'r1' }]
  const overview = ['p', 'GET /api/v1/overview', { range: '7d' }]
  const projects = [null, 'GET /api/v1/projects', {}]
  const brief = ['p', 'GET /api/v1/briefs', { run: 'r1' }]

  it.each<[string, Change, readonly unknown[], boolean]>([
    ['a run: lists of runs', { noun: 'runs', id: 'r1' }, runs, true],
    ['a run: its own page', { noun: 'runs', id: 'r1' }, run, true],
    ['a run: not the page of another run', { noun: 'runs', id: 'r2' }, run, false],
    ['runs: the page of every run', { noun: 'runs' }, run, true],
    ['a run: every gate, since it may be its evidence', { noun: 'runs', id: 'r1' }, gate, true],
    ['runs: not the list of gates', { noun: 'runs' }, gates, false],
    ['runs: how many of them the project has', { noun: 'runs' }, ['p', 'GET /api/v1/data', {}], true],
    ['what a person has: their projects', { noun: 'account' }, projects, true],
    ['what a person has: no charts', { noun: 'account' }, overview, false],
    ['runs: the counts in the navigation', { noun: 'runs' }, status, true],
    ['a run: the calibration', { noun: 'runs', id: 'r1' }, calibration, true],
    ['a run: the attribution of its failure', { noun: 'runs', id: 'r1' }, attribution, true],
    ['a run: not the attribution of another run', { noun: 'runs', id: 'r2' }, attribution, false],
    ['runs: the calibration', { noun: 'runs' }, calibration, true],
    ['a gate: the calibration', { noun: 'gates', id: 'g1' }, calibration, true],
    ['the configuration: the calibration', { noun: 'configuration' }, calibration, true],
    ['a gate: the paged list of gates', { noun: 'gates', id: 'g1' }, gates, true],
    ['a gate: not the page of another gate', { noun: 'gates', id: 'g2' }, gate, false],
    ['a gate: the runs it decides', { noun: 'gates', id: 'g1' }, run, true],
    ['a gate: the counts in the navigation', { noun: 'gates', id: 'g1' }, status, true],
    ['chains: versions of chains', { noun: 'chains' }, version, true],
    [
      'a chain: versions of another chain, since chains refer to each other',
      { noun: 'chains', id: 'd' },
      version,
      true,
    ],
    ['trials: the list of trials', { noun: 'trials', id: 'v1' }, trials, true],
    ['trials: not the version', { noun: 'trials', id: 'v1' }, version, false],
    ['the project: charts, whose days follow its time zone', { noun: 'projects' }, overview, true],
    ['members: the list of projects', { noun: 'members' }, projects, true],
    ['members: the sessions of the person', { noun: 'members' }, [null, 'GET /api/v1/account/sessions', {}], true],
    ['a run: the brief that is handed over', { noun: 'runs', id: 'r1' }, brief, true],
    ['comments: the brief, which quotes them', { noun: 'comments' }, brief, true],
    ['comments: not the run', { noun: 'comments' }, run, false],
    ['notifications: the mails that wait', { noun: 'notifications' }, ['p', 'GET /api/v1/mail', {}], true],
    [
      'a gate: the notices that say whether it waits',
      { noun: 'gates', id: 'g' },
      ['p', 'GET /api/v1/notifications', {}],
      true,
    ],
    ['dead letters: the run they belong to', { noun: 'dead-letters' }, run, true],
    ['dead letters: not the list of runs', { noun: 'dead-letters' }, runs, false],
    [
      'a week: the page of another week, which shows its actions',
      { noun: 'weekly', id: '2026-W47' },
      ['p', 'GET /api/v1/weekly/{week}', { week: '2026-W48' }],
      true,
    ],
    ['thinking: not the templates', { noun: 'thinking', id: 's1' }, ['p', 'GET /api/v1/thinking-templates', {}], false],
    ['keys, which are not in the table: the list of keys', { noun: 'keys' }, ['p', 'GET /api/v1/keys', {}], true],
    ['keys, which are not in the table: nothing else', { noun: 'keys' }, status, false],
  ])('%s', (_, change, key, expected) => {
    expect(isStaleAfter(change, 'p', key)).toBe(expected)
  })

  it('does not affect other projects', () => {
    expect(isStaleAfter({ noun: 'runs' }, 'other', runs)).toBe(false)
    expect(isStaleAfter({ noun: 'runs' }, null, runs)).toBe(false)
    expect(isStaleAfter({ noun: 'projects' }, null, projects)).toBe(true)
  })
})

describe('changesOf', () => {
  it('returns the noun of the path and the item it names', () => {
    expect(changesOf('POST /api/v1/gates/{gateId}/decision', { gateId: 'g1', verdict: 'approved' })).toEqual([
      { noun: 'gates', id: 'g1' },
    ])
    expect(changesOf('POST /api/v1/dead-letters/actions', { ids: [] })).toEqual([{ noun: 'dead-letters' }])
  })

  it('is empty for reads, and can be overridden by the caller', () => {
    expect(changesOf('GET /api/v1/audit/verification', {})).toEqual([])
    expect(changesOf('POST /api/v1/configuration/preview', {}, [])).toEqual([])
    expect(changesOf('POST /api/v1/chains/{chain}/authorities', { chain: 'c' }, ['gates'])).toEqual([{ noun: 'gates' }])
  })
})

it('a live event of one run or gate changes its noun', () => {
  expect(changeOf({ topic: 'run', id: 'r1' })).toEqual({ noun: 'runs', id: 'r1' })
  expect(changeOf({ topic: 'gate', id: 'g1' })).toEqual({ noun: 'gates', id: 'g1' })
  expect(changeOf({ topic: 'mail' })).toEqual({ noun: 'mail' })
})

describe('makeInvalidator', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const kept: readonly QueryKey[] = [['runs'], ['gates'], ['status']]

  function makeClient(refetchMs = 0) {
    const batches: { atMs: number; nouns: string[] }[] = []
    const startedAt = Date.now()
    const refetch = (isStale: IsStale) => {
      const stale = kept.filter((queryKey) => isStale({ queryKey } as unknown as Query))
      batches.push({ atMs: Date.now() - startedAt, nouns: stale.map(String) })
      return new Promise<void>((resolve) => setTimeout(resolve, refetchMs))
    }
    return { batches, refetch }
  }

  const change = (invalidator: Invalidator, ...nouns: string[]) =>
    invalidator.add(nouns.join(), ({ queryKey }) => nouns.includes(String(queryKey[0])))

  it('invalidates quickly after one change, and in one batch for several', async () => {
    const { batches, refetch } = makeClient()
    const invalidator = makeInvalidator(refetch)
    change(invalidator, 'runs', 'status')
    change(invalidator, 'gates', 'status')
    change(invalidator, 'gates', 'status')
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.map(({ nouns }) => nouns)).toEqual([['runs', 'gates', 'status']])
  })

  it('does not flood the server under a burst, and ends up to date', async () => {
    const { batches, refetch } = makeClient()
    const invalidator = makeInvalidator(refetch)
    for (let ms = 0; ms < 3000; ms += 10) {
      change(invalidator, 'runs')
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(700)
    expect(batches.length).toBeGreaterThan(4)
    expect(batches.length).toBeLessThan(10)
    expect(batches.at(-1)?.atMs).toBeGreaterThanOrEqual(2990)
  })

  it('is quick again once a burst is over', async () => {
    const { batches, refetch } = makeClient()
    const invalidator = makeInvalidator(refetch)
    for (let ms = 0; ms < 3000; ms += 10) {
      change(invalidator, 'runs')
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(2000)
    const before = batches.length
    change(invalidator, 'runs')
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.length).toBe(before + 1)
  })

  it('waits for a slow refetch before the next batch', async () => {
    const { batches, refetch } = makeClient(700)
    const invalidator = makeInvalidator(refetch)
    for (let ms = 0; ms < 2000; ms += 50) {
      change(invalidator, 'runs')
      await vi.advanceTimersByTimeAsync(50)
    }
    const gaps = batches.slice(1).map((batch, index) => batch.atMs - (batches[index]?.atMs ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700)
  })

  it('is not blocked by a refetch that hangs', async () => {
    const { batches, refetch } = makeClient(60_000)
    const invalidator = makeInvalidator(refetch)
    change(invalidator, 'runs')
    await vi.advanceTimersByTimeAsync(100)
    change(invalidator, 'gates')
    await vi.advanceTimersByTimeAsync(2500)
    expect(batches.map(({ nouns }) => nouns)).toEqual([['runs'], ['gates']])
  })

  it('does nothing after it is stopped', async () => {
    const { batches, refetch } = makeClient()
    const invalidator = makeInvalidator(refetch)
    change(invalidator, 'runs')
    invalidator.stop()
    await vi.advanceTimersByTimeAsync(500)
    expect(batches).toEqual([])
  })
})

describe('makeRefetch', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  afterEach(() => client.clear())

  /** A server whose answers wait until they are given one. */
  function heldServer<A>() {
    const asked: ((answer: A) => void)[] = []
    return { asked, answer: () => new Promise<A>((resolve) => asked.push(resolve)) }
  }

  it('asks again for a first answer that was on its way when something changed', async () => {
    const { asked, answer } = heldServer<string>()
    const observer = new QueryObserver(client, { queryKey: ['unread'], queryFn: answer })
    const end = observer.subscribe(() => undefined)
    const refetch = makeRefetch(client)
    const refetched = Promise.all([refetch(() => true), refetch(() => true)])
    asked[0]?.('before the change')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    asked[1]?.('after it')
    await refetched
    expect(client.getQueryData(['unread'])).toBe('after it')
    expect(asked).toHaveLength(2)
    end()
  })

  it('leaves a next page that was asked for on its way, and refetches afterwards', async () => {
    const { asked, answer } = heldServer<string>()
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: answer,
      initialPageParam: 0,
      getNextPageParam: () => 1,
    })
    const end = observer.subscribe(() => undefined)
    asked[0]?.('first')
    await vi.waitFor(() => expect(client.getQueryData(['list'])).toMatchObject({ pages: ['first'] }))
    void observer.fetchNextPage()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    const refetched = makeRefetch(client)(() => true)
    asked[1]?.('second')
    for (const [place, page] of ['first, changed', 'second, changed'].entries()) {
      await vi.waitFor(() => expect(asked).toHaveLength(place + 3))
      asked[place + 2]?.(page)
    }
    await refetched
    expect(client.getQueryData(['list'])).toMatchObject({ pages: ['first, changed', 'second, changed'] })
    end()
  })

  it('refetches at once what is there, and nothing that is up to date', async () => {
    const { asked, answer } = heldServer<string>()
    for (const name of ['stale', 'fresh']) client.setQueryData([name], name)
    const ends = ['stale', 'fresh'].map((name) =>
      new QueryObserver(client, { queryKey: [name], queryFn: answer }).subscribe(() => undefined),
    )
    const refetched = makeRefetch(client)(({ queryKey }) => queryKey[0] === 'stale')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    asked[0]?.('changed')
    await refetched
    expect([client.getQueryData(['stale']), client.getQueryData(['fresh'])]).toEqual(['changed', 'fresh'])
    for (const end of ends) end()
  })
})
