import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atEachHour } from './hours'

class Page extends EventTarget {
  visibilityState = 'visible'
}

let page = new Page()

beforeEach(() => {
  page = new Page()
  vi.useFakeTimers({ now: new Date('2026-11-29T22:10:00Z') })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a page that stays open asks again when an hour has begun, and with it a day or a week', () => {
  const onHour = vi.fn()
  const end = atEachHour(onHour)
  vi.advanceTimersByTime(49 * 60_000)
  expect(onHour).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * 60_000)
  expect(onHour).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60 * 60_000)
  expect(onHour).toHaveBeenCalledTimes(2)
  end()
  vi.advanceTimersByTime(3 * 60 * 60_000)
  expect(onHour).toHaveBeenCalledTimes(2)
})

it('a hidden page asks once it is looked at, also after the machine has slept', () => {
  const onHour = vi.fn()
  const end = atEachHour(onHour)
  page.visibilityState = 'hidden'
  vi.advanceTimersByTime(5 * 60 * 60_000)
  expect(onHour).not.toHaveBeenCalled()
  vi.setSystemTime(new Date('2026-11-30T08:00:00Z'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(onHour).toHaveBeenCalledOnce()
  end()
})
