import { expect, it } from 'vitest'
import { coalesce } from './coalesce'

it('runs one call for all callers that arrive while one is running, and never answers with a result from before they arrived', async () => {
  const calls: [key: string, count: number][] = []
  const releases: (() => void)[] = []
  const ask = coalesce(async (key, count) => {
    calls.push([key, count])
    const batch = calls.length
    await new Promise<void>((resolve) => {
      releases.push(resolve)
    })
    return (index) => `${key} ${batch} ${index}`
  })
  const first = ask('a')
  const later = [ask('a'), ask('a'), ask('a')]
  const other = ask('b')
  expect(calls).toEqual([
    ['a', 1],
    ['b', 1],
  ])
  releases.shift()?.()
  expect(await first).toBe('a 1 0')
  releases.shift()?.()
  expect(await other).toBe('b 2 0')
  releases.shift()?.()
  expect(await Promise.all(later)).toEqual(['a 3 0', 'a 3 1', 'a 3 2'])
  const again = ask('a')
  releases.shift()?.()
  expect(await again).toBe('a 4 0')
})

it('rejects all callers of a failed batch and continues with the next one', async () => {
  let isDown = true
  const ask = coalesce(async () => {
    if (isDown) throw new Error('down')
    return () => 'up'
  })
  const results = await Promise.allSettled([ask('a'), ask('a')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask('a')).toBe('up')
})

it('lets overlapping callers wait for the pace and share a batch, and those who come one after another pass at once', async () => {
  const counts: number[] = []
  const ask = coalesce(async (_, count) => {
    counts.push(count)
    return () => counts.length
  }, 60_000)
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([1, 2, 3])

  const paced = coalesce(async (_, count) => {
    counts.push(count)
    return () => counts.length
  }, 20)
  const [first, second] = [paced('a'), paced('a')]
  expect(await first).toBe(4)
  expect(await Promise.all([second, paced('a'), paced('a')])).toEqual([5, 5, 5])
  expect(counts).toEqual([1, 1, 1, 1, 3])
})
