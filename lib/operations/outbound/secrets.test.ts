import { describe, expect, it } from 'vitest'
import { mintSigningSecret, seal, signatureHeaders, unseal } from './secrets'

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

describe('signatureHeaders', () => {
  // A test vector of the reference libraries.
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1614265330 * 1000),
    body: '{"test": 2432232314}',
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

  it('signs like the reference libraries', () => {
    expect(signatureHeaders([secret], message)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': signature,
    })
  })

  it('returns one signature per secret', () => {
    const fresh = mintSigningSecret()
    expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(signatureHeaders([fresh, secret], message)['webhook-signature'].split(' ')).toEqual([
      expect.stringMatching(/^v1,/),
      signature,
    ])
  })
})
