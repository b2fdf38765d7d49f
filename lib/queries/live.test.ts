import type { QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isComplete, keysOfEvent, makeInvalidator, parseLiveEvent } from './live'

describe('keysOfEvent', () => {
  it.each([
    ['one run', { topic: 'run', id: 'r1' }, ['p', 'run', 'r1']],
    ['many runs', { topic: 'runs' }, ['p', 'run']],
    ['one gate', { topic: 'gate', id: 'g1' }, ['p', 'gate', 'g1']],
    ['the members', { topic: 'members' }, ['projects']],
  ] as const)('reaches the pages of %s', (_, event, key) => {
    expect(keysOfEvent('p', event)).toContainEqual(key)
  })

  it('lets the counts of the frame follow runs and gates', () => {
    expect(keysOfEvent('p', { topic: 'gate', id: 'g1' })).toContainEqual(['p', 'status'])
    expect(keysOfEvent('p', { topic: 'runs' })).toContainEqual(['p', 'status'])
  })
})

it.each([
  ['{"isComplete":true}', true],
  ['{"isComplete":false}', false],
  ['{"isComplete":false,"isNew":true}', false],
  ['{"isComplete":"true"}', false],
  ['null', false],
  ['true', false],
  ['nonsense', false],
])('a stream that says %s is complete: %s', (text, expected) => {
  expect(isComplete(text)).toBe(expected)
})

describe('parseLiveEvent', () => {
  it('takes events and nothing else', () => {
    const event = { project: '01a1fcff-9df2-74bc-af0f-01d757eda82c', topic: 'runs' }
    expect(parseLiveEvent(JSON.stringify(event))).toEqual(event)
    expect(parseLiveEvent('{"topic":"other"}')).toBeNull()
    expect(parseLiveEvent('nonsense')).toBeNull()
  })
})

describe('makeInvalidator', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function makeClient(refetchMs = 0) {
    const batches: { atMs: number; key: QueryKey }[] = []
    const startedAt = Date.now()
    const invalidateQueries = ({ queryKey }: { queryKey?: unknown } = {}) => {
      batches.push({ atMs: Date.now() - startedAt, key: queryKey as QueryKey })
      return new Promise<void>((resolve) => setTimeout(resolve, refetchMs))
    }
    return { batches, client: { invalidateQueries } }
  }

  it('asks once for what several keys reach', async () => {
    const { batches, client } = makeClient()
    makeInvalidator(client).add([
      ['p', 'gate', 'g1'],
      ['p', 'gate'],
      ['p', 'gates'],
    ])
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.map((batch) => batch.key)).toEqual([
      ['p', 'gate'],
      ['p', 'gates'],
    ])
  })

  it('is quick for one change and asks for each key once', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    invalidator.add([
      ['p', 'runs'],
      ['p', 'status'],
    ])
    invalidator.add([['p', 'runs']])
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.map((batch) => batch.key)).toEqual([
      ['p', 'runs'],
      ['p', 'status'],
    ])
  })

  it('does not flood the server under a burst, and ends up to date', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    for (let ms = 0; ms < 3000; ms += 10) {
      invalidator.add([['p', 'runs']])
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(700)
    expect(batches.length).toBeGreaterThan(4)
    expect(batches.length).toBeLessThan(10)
    expect(batches.at(-1)?.atMs).toBeGreaterThanOrEqual(2990)
  })

  it('is quick again once a burst is over', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    for (let ms = 0; ms < 3000; ms += 10) {
      invalidator.add([['p', 'runs']])
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(2000)
    const before = batches.length
    invalidator.add([['p', 'runs']])
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.length).toBe(before + 1)
  })

  it('lets a slow refetch end before it asks again', async () => {
    const { batches, client } = makeClient(700)
    const invalidator = makeInvalidator(client)
    for (let ms = 0; ms < 2000; ms += 50) {
      invalidator.add([['p', 'runs']])
      await vi.advanceTimersByTimeAsync(50)
    }
    const gaps = batches.slice(1).map((batch, index) => batch.atMs - (batches[index]?.atMs ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700)
  })

  it('is not held up by a refetch that hangs', async () => {
    const { batches, client } = makeClient(60_000)
    const invalidator = makeInvalidator(client)
    invalidator.add([['p', 'runs']])
    await vi.advanceTimersByTimeAsync(100)
    invalidator.add([['p', 'gates']])
    await vi.advanceTimersByTimeAsync(2500)
    expect(batches.map((batch) => batch.key)).toEqual([
      ['p', 'runs'],
      ['p', 'gates'],
    ])
  })

  it('does nothing after it was stopped', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    invalidator.add([['p', 'runs']])
    invalidator.stop()
    await vi.advanceTimersByTimeAsync(500)
    expect(batches).toEqual([])
  })
})
