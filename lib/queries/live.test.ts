import type { InvalidateQueryFilters, Query, QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Invalidator, isComplete, makeInvalidator, parseLiveEvent } from './live'

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
  it('parses events and rejects anything else', () => {
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

  const kept: readonly QueryKey[] = [['runs'], ['gates'], ['status']]

  function makeClient(refetchMs = 0) {
    const batches: { atMs: number; nouns: string[] }[] = []
    const startedAt = Date.now()
    const invalidateQueries = ({ predicate }: InvalidateQueryFilters = {}) => {
      const stale = kept.filter((queryKey) => predicate?.({ queryKey } as unknown as Query))
      batches.push({ atMs: Date.now() - startedAt, nouns: stale.map(String) })
      return new Promise<void>((resolve) => setTimeout(resolve, refetchMs))
    }
    return { batches, client: { invalidateQueries } }
  }

  const change = (invalidator: Invalidator, ...nouns: string[]) =>
    invalidator.add(nouns.join(), ({ queryKey }) => nouns.includes(String(queryKey[0])))

  it('invalidates quickly after one change, and in one batch for several', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    change(invalidator, 'runs', 'status')
    change(invalidator, 'gates', 'status')
    change(invalidator, 'gates', 'status')
    await vi.advanceTimersByTimeAsync(50)
    expect(batches.map(({ nouns }) => nouns)).toEqual([['runs', 'gates', 'status']])
  })

  it('does not flood the server under a burst, and ends up to date', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
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
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
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
    const { batches, client } = makeClient(700)
    const invalidator = makeInvalidator(client)
    for (let ms = 0; ms < 2000; ms += 50) {
      change(invalidator, 'runs')
      await vi.advanceTimersByTimeAsync(50)
    }
    const gaps = batches.slice(1).map((batch, index) => batch.atMs - (batches[index]?.atMs ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700)
  })

  it('is not blocked by a refetch that hangs', async () => {
    const { batches, client } = makeClient(60_000)
    const invalidator = makeInvalidator(client)
    change(invalidator, 'runs')
    await vi.advanceTimersByTimeAsync(100)
    change(invalidator, 'gates')
    await vi.advanceTimersByTimeAsync(2500)
    expect(batches.map(({ nouns }) => nouns)).toEqual([['runs'], ['gates']])
  })

  it('does nothing after it is stopped', async () => {
    const { batches, client } = makeClient()
    const invalidator = makeInvalidator(client)
    change(invalidator, 'runs')
    invalidator.stop()
    await vi.advanceTimersByTimeAsync(500)
    expect(batches).toEqual([])
  })
})
