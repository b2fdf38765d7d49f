import { describe, expect, it } from 'vitest'
import { seal, unseal } from './secrets'

describe('seal', () => {
  it('can be opened for the same purpose only, and never gives the same text twice', () => {
    const sealed = seal('whsec_äöü', 'webhook:a')
    expect(unseal(sealed, 'webhook:a')).toBe('whsec_äöü')
    expect(seal('whsec_äöü', 'webhook:a')).not.toBe(sealed)
    expect(() => unseal(sealed, 'webhook:b')).toThrow('cannot be read')
  })

  it('detects changed and empty input', () => {
    const bytes = Buffer.from(seal('secret', 'p'), 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => unseal(bytes.toString('base64'), 'p')).toThrow('cannot be read')
    expect(() => unseal('', 'p')).toThrow('cannot be read')
  })
})
