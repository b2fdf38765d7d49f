import { describe, expect, it } from 'vitest'
import { threadOf } from './thread'

const of = (id: unknown) => threadOf({ metadata: { 'session.id': id } })

describe('the thread of a run', () => {
  it('is its session or conversation, wherever the sender put it', () => {
    expect(of('s-1')).toBe('s-1')
    expect(of(42)).toBe('42')
    expect(threadOf({ metadata: { 'gen_ai.conversation.id': 'c-1' } })).toBe('c-1')
    expect(threadOf({ metadata: { otlp: { attributes: { 'session.id': 's-2' } } } })).toBe('s-2')
    expect(threadOf({ metadata: {} })).toBeUndefined()
    expect(of('  ')).toBeUndefined()
  })

  it('keeps two ids apart that differ only at the end of 500 characters', () => {
    const [one, other] = ['a', 'b'].map((end) => `${'x'.repeat(499)}${end}`)
    expect(of(one)).toBe(one)
    expect(of(other)).toBe(other)
  })

  it('has characters that can be stored and asked for', () => {
    expect(of('a/b c?d&😀\n\u0000e')).toBe('a/b c?d&😀  e')
    expect(of(`${'x'.repeat(499)}😀`)?.isWellFormed()).toBe(true)
  })
})
