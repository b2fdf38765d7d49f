import { describe, expect, it } from 'vitest'
import { findMismatch, planTrials, readHttpAnswer } from './trials'

const read = (status: number, text: string) => readHttpAnswer(status, text, JSON.parse)

describe('readHttpAnswer', () => {
  it('returns a run for a JSON object with a success status', () => {
    expect(read(200, '{"output": 1}')).toEqual({ run: { output: 1 } })
    expect(read(201, '{}')).toEqual({ run: {} })
  })

  it.each([
    [500, 'out of order', 'the executor answered 500: out of order', 500],
    [429, '', 'the executor answered 429', 429],
    [302, '', 'the executor answered 302: redirects are not followed, so name the address it leads to', 302],
    [404, 'gone', 'the executor answered 404, nothing is at this path: gone', 404],
    [200, '[1]', 'the answer of the executor is no JSON object: [1]', undefined],
    [200, 'null', 'the answer of the executor is no JSON object: null', undefined],
  ])('returns a failure for %d %j', (status, text, message, httpStatus) => {
    expect(read(status, text)).toEqual({ failure: { message, ...(httpStatus && { httpStatus }) } })
  })

  it('returns a failure with an excerpt for an answer that is not JSON', () => {
    const answer = read(200, `<html>${'x'.repeat(1000)}`)
    const message = 'failure' in answer ? answer.failure.message : ''
    expect(message).toContain('<html>xxx')
    expect(message.length).toBeLessThan(500)
  })
})

describe('findMismatch', () => {
  const asked = { chain: 'answers', version: '1.0.0', kind: 'live', scenario: 'one' } as const

  it.each([[{}], [{ ...asked }], [{ kind: 'live', scenario: null }], [{ id: 'of their own' }]])('accepts %j', (run) => {
    expect(findMismatch(run, asked)).toBeNull()
  })

  it.each(['chain', 'version', 'kind', 'scenario'])('reports another %s', (field) => {
    expect(findMismatch({ ...asked, [field]: 'other' }, asked)?.message).toContain(`answered for ${field} "other"`)
  })
})

describe('planTrials', () => {
  const named = (plan: { scenario: string }[]) => plan.map(({ scenario }) => scenario)

  it.each([
    [['a', 'b'], 3, 0, ['a', 'b', 'a']],
    [['a', 'b'], 3, 3, ['b', 'a', 'b']],
    [['a'], 2, 7, ['a', 'a']],
    [['a', 'b', 'c'], 2, 0, ['a', 'b']],
    [[], 3, 0, []],
    [['a'], 0, 0, []],
  ])('rotates the scenarios %j: %d more after %d', (scenarios, count, from, expected) => {
    expect(named(planTrials(scenarios, { kind: 'live', count, from }))).toEqual(expected)
  })
})
