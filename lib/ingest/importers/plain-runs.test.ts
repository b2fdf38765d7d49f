import { describe, expect, it } from 'vitest'
import { plainRun, recordsOf } from './detect-format'

describe('plain runs', () => {
  it('pass unchanged, with another chain or version if requested', () => {
    expect(plainRun({ id: 'a', chain: 'c', x: 1 })).toEqual({ ok: true, run: { id: 'a', chain: 'c', x: 1 } })
    expect(plainRun({ id: 'a', chain: 'c' }, { chain: 'd', version: '2' })).toEqual({
      ok: true,
      run: { id: 'a', chain: 'd', version: '2' },
    })
    expect(plainRun([])).toMatchObject({ ok: false })
  })

  it('are read singly, from a list, or from an envelope', () => {
    expect(recordsOf([1, 2])).toEqual([1, 2])
    expect(recordsOf({ runs: [1] })).toEqual([1])
    expect(recordsOf({ id: 'a' })).toEqual([{ id: 'a' }])
    expect(recordsOf({ experiments: [{ uid: 'a' }, { uid: 'b' }] })).toEqual([{ uid: 'a' }, { uid: 'b' }])
    for (const record of [
      { messages: [{ role: 'user', content: 'hi' }] },
      { id: 'a', steps: [{}] },
      { tags: ['a'] },
      {},
    ])
      expect(recordsOf(record)).toEqual([record])
  })
})
