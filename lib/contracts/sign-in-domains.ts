import { z } from 'zod'
import { contract } from './contract'
import { isoTime } from './primitives'

/** Public mail providers: anyone can get an address there, so the domain proves no membership. */
const PUBLIC = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com gmx.de gmx.net gmx.com web.de proton.me protonmail.com mail.com yandex.com yandex.ru qq.com 163.com zoho.com fastmail.com'.split(
    ' ',
  ),
)

/** A domain as after the @ of an address; "Example.com." and "@example.com" become "example.com". */
export const emailDomain = z
  .string()
  .max(254)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^@|\.$/g, ''),
  )
  .pipe(
    z
      .string()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, 'must look like example.com')
      .refine((domain) => !PUBLIC.has(domain), 'is a public mail provider: use a domain of your own'),
  )

/** Never admin: that role is only given by an admin to a named person. */
export const provisionedRole = z.enum(['viewer', 'reviewer'])

export const signInDomain = z.object({ domain: z.string(), role: provisionedRole, createdAt: isoTime })

export const listSignInDomains = contract({
  name: 'signInDomains.list',
  tag: 'invitations',
  summary:
    'List the domains whose people become members when they first sign in through a service that verifies their address.',
  scope: 'admin',
  target: 'GET /api/v1/sign-in-domains',
  output: z.object({
    domains: z.array(signInDomain),
    isOffered: z.boolean().describe('Whether the desk offers external sign-in; without it the domains have no effect'),
  }),
})

export const putSignInDomain = contract({
  name: 'signInDomains.put',
  tag: 'invitations',
  summary:
    'Make people of a domain members with this role when they first sign in through GitHub or OpenID Connect. Existing accounts are neither added nor changed.',
  scope: 'admin',
  hints: { idempotent: true },
  target: 'POST /api/v1/sign-in-domains',
  input: z.strictObject({ domain: emailDomain, role: provisionedRole }),
  output: z.object({ domain: signInDomain }),
  examples: [{ body: { domain: 'example.com', role: 'viewer' } }],
})

export const removeSignInDomain = contract({
  name: 'signInDomains.remove',
  tag: 'invitations',
  summary: 'Stop adding people of a domain automatically. Existing members stay.',
  scope: 'admin',
  target: 'DELETE /api/v1/sign-in-domains/{domain}',
  input: z.strictObject({ domain: emailDomain }),
  output: z.object({ removed: z.literal(true) }),
})

export type SignInDomain = z.infer<typeof signInDomain>
