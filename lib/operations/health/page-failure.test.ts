import { afterEach, expect, it, vi } from 'vitest'
import { DATABASE_DIGEST } from '@/lib/contracts/error-codes'
import { markForBoundary, sayPageWaits } from './page-failure'

afterEach(() => vi.unstubAllGlobals())

const lockTimeout = () => Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

it('an error that the database caused is answered as such, and no other', () => {
  const said = vi.fn()
  vi.stubGlobal('veritasPageWaits', said)
  sayPageWaits(new TypeError('x is undefined'))
  expect(said).not.toHaveBeenCalled()
  sayPageWaits(lockTimeout())
  expect(said).toHaveBeenCalledExactlyOnceWith('what this needs is locked by other work of the database')
})

it('the browser can tell an error that the database caused; every other stays as it is', () => {
  const late = lockTimeout()
  expect(markForBoundary(late)).toBe(late)
  expect(late).toHaveProperty('digest', DATABASE_DIGEST)
  expect(markForBoundary(new TypeError('x is undefined'))).not.toHaveProperty('digest')
})
