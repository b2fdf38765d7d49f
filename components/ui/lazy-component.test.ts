import { describe, expect, it, vi } from 'vitest'
import { lazyComponent, retryParts } from './lazy-component'

/** A part whose code cannot be loaded until `mend` is called. */
function brokenPart() {
  let isBroken = true
  const load = vi.fn(async () => {
    if (isBroken) throw new Error('Failed to load chunk')
    return 'code'
  })
  const part = lazyComponent(load)
  const told = vi.fn()
  part.subscribe(told)
  const mend = () => {
    isBroken = false
  }
  return { part, load, told, mend }
}

describe('code that is loaded on demand', () => {
  it('tells the page that it could not be loaded, and loads when tried again', async () => {
    const { part, load, told, mend } = brokenPart()
    part.prefetch()
    expect(part.hasFailed()).toBe(false)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect([part.hasFailed(), part.get()]).toEqual([true, null])
    mend()
    retryParts()
    expect(part.hasFailed()).toBe(false)
    await vi.waitFor(() => expect(part.get()).toBe('code'))
    retryParts()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
