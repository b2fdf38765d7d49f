import { expect, it } from 'vitest'
import { inLots } from './in-lots'

it('asks once for all who come while it is being asked, and never answers with what was asked before they came', async () => {
  const asked: [key: string, count: number][] = []
  const doors: (() => void)[] = []
  const ask = inLots(async (key, count) => {
    asked.push([key, count])
    const lot = asked.length
    await new Promise<void>((resolve) => {
      doors.push(resolve)
    })
    return (place) => `${key} ${lot} ${place}`
  })
  const first = ask('a')
  const later = [ask('a'), ask('a'), ask('a')]
  const other = ask('b')
  expect(asked).toEqual([
    ['a', 1],
    ['b', 1],
  ])
  doors.shift()?.()
  expect(await first).toBe('a 1 0')
  doors.shift()?.()
  expect(await other).toBe('b 2 0')
  doors.shift()?.()
  expect(await Promise.all(later)).toEqual(['a 3 0', 'a 3 1', 'a 3 2'])
  const again = ask('a')
  doors.shift()?.()
  expect(await again).toBe('a 4 0')
})

it('tells all of a lot what went wrong, and goes on with the next', async () => {
  let isDown = true
  const ask = inLots(async () => {
    if (isDown) throw new Error('down')
    return () => 'up'
  })
  const told = await Promise.allSettled([ask('a'), ask('a')])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask('a')).toBe('up')
})
