import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/api/api-error'
import { toProblem } from './problem'

describe('toProblem', () => {
  it('keeps the request id and turns messages into sentences', () => {
    const issues = [{ path: 'slug', message: 'this address is taken' }]
    const error = new ApiError('conflict', 409, 'this address is taken', { issues, requestId: 'r1' })
    expect(toProblem(error)).toEqual({
      code: 'conflict',
      message: 'This address is taken.',
      requestId: 'r1',
      fields: { slug: 'This address is taken.' },
    })
  })

  it('replaces the message of codes with a special meaning', () => {
    const error = new ApiError('unauthorized', 401, 'sign in')
    expect(toProblem(error, { unauthorized: 'Wrong password.' }).message).toBe('Wrong password.')
    expect(toProblem(error).message).toBe('Your session has ended. Sign in again.')
    const lost = new ApiError('network', 0, 'the server cannot be reached: Failed to fetch')
    expect(toProblem(lost).message).toBe('The server cannot be reached. Try again.')
  })

  it('never shows the message of an unexpected error', () => {
    expect(toProblem(new TypeError('x is undefined')).message).not.toContain('undefined')
  })
})
