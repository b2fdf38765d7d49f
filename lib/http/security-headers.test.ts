import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './security-headers'

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy('abc', false)

  it('allows only scripts with this nonce', () => {
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'")
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  })

  it('forbids framing, and forms to other sites', () => {
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
  })

  it('upgrades to https only if the desk is served over it', () => {
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(contentSecurityPolicy('abc', true)).toContain('upgrade-insecure-requests')
  })
})
