import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract'

const facts = { summary: '', input: z.strictObject({}), output: z.object({}) }

describe('contract', () => {
  it('takes the tag from the name, and method and path from the target', () => {
    expect(contract({ ...facts, name: 'runs.get', scope: 'read', target: 'GET /api/v1/runs' })).toMatchObject({
      tag: 'runs',
      method: 'GET',
      path: '/api/v1/runs',
      effects: [],
    })
  })

  it('takes nothing unless it declares an input', () => {
    const { input } = contract({ summary: '', output: facts.output, name: 'runs.get', scope: 'read', target: 'GET /x' })
    expect(input.safeParse({}).success).toBe(true)
    expect(input.safeParse({ text: 'x' }).success).toBe(false)
  })

  it('writes unless it is a GET or declares otherwise', () => {
    expect(contract({ ...facts, name: 'runs.set', scope: 'write', target: 'POST /x' }).effects).toEqual(['write'])
    const preview = contract({ ...facts, name: 'runs.try', scope: 'read', effects: [], target: 'POST /x' })
    expect(preview.effects).toEqual([])
  })

  it('does not compile without what its name and method leave open', () => {
    // @ts-expect-error a POST that only reads says so
    contract({ ...facts, name: 'runs.try', scope: 'read', target: 'POST /x' })
    // @ts-expect-error what is read has no effects
    contract({ ...facts, name: 'runs.get', scope: 'read', effects: ['write'], target: 'GET /x' })
    // @ts-expect-error no tag has this name
    contract({ ...facts, name: 'things.get', scope: 'read', target: 'GET /x' })
  })
})
