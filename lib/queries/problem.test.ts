import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/api/api-error'
import { DATABASE_DIGEST } from '@/lib/contracts/error-codes'
import { errorOf, toProblem } from './problem'

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

  it('says of a project that is not found that the person has no access to it any more, whatever else is missing otherwise', () => {
    const error = new ApiError('not_found', 404, 'project not found')
    expect(toProblem(error, { not_found: 'This run no longer exists.' }).message).toBe(
      'You no longer have access to this project.',
    )
    expect(toProblem(new ApiError('not_found', 404, 'run not found')).message).toBe('Run not found.')
  })

  it('says that nothing is lost if a page failed because the database did not answer', () => {
    const failed = Object.assign(new Error('An error occurred in the Server Components render.'), {
      digest: DATABASE_DIGEST,
    })
    expect(toProblem(failed)).toMatchObject({
      code: 'unavailable',
      message: 'The database does not answer. Nothing is lost.',
    })
  })

  it('never shows the message of an unexpected error', () => {
    expect(toProblem(new TypeError('x is undefined')).message).not.toContain('undefined')
  })
})

describe('errorOf', () => {
  const issues = [
    { path: 'add[1]', message: 'must have at most 60 characters' },
    { path: 'adder', message: 'is required' },
    { path: 'patterns[0].pattern', message: 'is no pattern' },
  ]
  const problem = toProblem(new ApiError('invalid_input', 400, 'add[1]: must have at most 60 characters', { issues }))

  it('is that of a field, or of what is in its list', () => {
    expect(errorOf(problem, 'adder')).toBe('Is required.')
    expect(errorOf(problem, 'add')).toBe('Must have at most 60 characters.')
    expect(errorOf(problem, 'patterns[0]')).toBe('Is no pattern.')
  })

  it('is none for a field that is not at fault', () => {
    expect(errorOf(problem, 'ad')).toBeUndefined()
    expect(errorOf(problem, 'patterns[1]')).toBeUndefined()
    expect(errorOf(null, 'add')).toBeUndefined()
  })
})
