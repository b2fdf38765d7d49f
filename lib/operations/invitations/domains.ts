import {
  listSignInDomains as listContract,
  provisionedRole,
  putSignInDomain as putContract,
  removeSignInDomain as removeContract,
  type SignInDomain,
} from '@/lib/contracts/sign-in-domains'
import type { SignInDomain as Row } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { getEnv } from '@/lib/env'
import { audit } from '../audit'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'

export const listSignInDomains = operation(listContract, async (ctx) => {
  const where = { projectId: ctx.project.id }
  const rows = await ctx.db.signInDomain.findMany({ where, orderBy: { domain: 'asc' } })
  const { GITHUB_ID, OIDC_ISSUER } = getEnv()
  return { domains: rows.map(toView), isOffered: GITHUB_ID !== undefined || OIDC_ISSUER !== undefined }
})

export const putSignInDomain = operation(putContract, (ctx, { domain, role }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const where = { projectId_domain: { projectId, domain } }
    const before = await tx.signInDomain.findUnique({ where, select: { role: true } })
    const create = { projectId, domain, role, createdAt: ctx.now() }
    const row = await tx.signInDomain.upsert({ where, create, update: { role } })
    await audit(tx, ctx, 'sign_in_domain.set', `domain:${domain}`, before, { role })
    await announce(tx, { project: projectId, topic: 'members' })
    return { domain: toView(row) }
  }),
)

export const removeSignInDomain = operation(removeContract, (ctx, { domain }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const where = { projectId_domain: { projectId, domain } }
    const before = await tx.signInDomain.findUnique({ where, select: { role: true } })
    if (!before) throw notFound('domain')
    await tx.signInDomain.delete({ where })
    await audit(tx, ctx, 'sign_in_domain.removed', `domain:${domain}`, before, null)
    await announce(tx, { project: projectId, topic: 'members' })
    return { removed: true as const }
  }),
)

function toView({ domain, role, createdAt }: Row): SignInDomain {
  return { domain, role: provisionedRole.parse(role), createdAt: createdAt.toISOString() }
}
