import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './security-headers'

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy('abc', false)

  it('lets run only the scripts of this answer', () => {
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'")
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  })

  it('lets no other site frame a page or get a form', () => {
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
  })

  it('asks for https only where the desk is served over it', () => {
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(contentSecurityPolicy('abc', true)).toContain('upgrade-insecure-requests')
  })
})
