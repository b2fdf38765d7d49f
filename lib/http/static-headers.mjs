export const commonHeaders = [
  { key: 'x-content-type-options', value: 'nosniff' },
  { key: 'x-frame-options', value: 'DENY' },
  { key: 'referrer-policy', value: 'same-origin' },
  { key: 'cross-origin-opener-policy', value: 'same-origin' },
  { key: 'cross-origin-resource-policy', value: 'same-origin' },
  {
    key: 'permissions-policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  },
]

// Pages get their own policy, with a nonce, from proxy.ts.
export const apiPolicy = [
  { key: 'content-security-policy', value: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
]

/** Headers of scripts and style sheets that the server sends compressed, without Next. */
export const staticHeaders = [...commonHeaders, ...apiPolicy]
