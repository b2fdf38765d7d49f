import { toIdentifier } from '@/lib/contracts/printable'
import {
  emailDomain,
  listSignInDomains as listContract,
  provisionedRole,
  putSignInDomain as putContract,
  removeSignInDomain as removeContract,
  type SignInDomain,
} from '@/lib/contracts/sign-in-domains'
import type { Tx } from '@/lib/db/client'
import type { SignInDomain as Row } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { getEnv } from '@/lib/env'
import { admitVouched, normalEmail } from '../account/users'
import { audit } from '../audit'
import { type Context, projectRef } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { createUser } from '../setup/first-run'

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
    await audit(tx, ctx, 'sign_in_domain.set', { subject: `domain:${domain}`, before, after: { role } })
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
    await audit(tx, ctx, 'sign_in_domain.removed', { subject: `domain:${domain}`, before })
    await announce(tx, { project: projectId, topic: 'members' })
    return { removed: true as const }
  }),
)

function toView({ domain, role, createdAt }: Row): SignInDomain {
  return { domain, role: provisionedRole.parse(role), createdAt: createdAt.toISOString() }
}

const NAME_MAX = 200

/**
 * Admits a person vouched for by an identity provider: one with an account, or one whose domain an admin has added, who then gets an
 * account and a membership in every project with that domain, except those to be deleted. Closed accounts stay closed, and existing accounts
 * are not added to projects.
 */
export async function admitOrProvision(
  ctx: Context,
  email: string,
  name: string | null,
): Promise<Awaited<ReturnType<typeof admitVouched>>> {
  const verdict = await admitVouched(ctx, email)
  if (verdict !== 'unknown' || ctx.actor.kind !== 'anonymous') return verdict
  return (await provision(ctx, normalEmail(email), name)) ? 'in' : 'unknown'
}

async function provision(ctx: Context, email: string, name: string | null): Promise<boolean> {
  const domain = emailDomain.safeParse(email.slice(email.lastIndexOf('@') + 1)).data
  if (domain === undefined) return false
  return inTransaction(ctx, async (tx) => {
    // The second of two concurrent first sign-ins finds the account.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`account ${email}`}, 0))::text`
    const named = await listNamed(tx, domain)
    if (named.length === 0) return false
    const holder = await tx.user.findUnique({ where: { email }, select: { disabledAt: true, emailVerifiedAt: true } })
    if (holder) return holder.disabledAt === null && holder.emailVerifiedAt !== null
    const now = ctx.now()
    const userId = await createUser(tx, {
      name: toIdentifier(name ?? undefined, NAME_MAX) ?? email.slice(0, email.lastIndexOf('@')),
      email,
      password: null,
      emailVerifiedAt: now,
    })
    for (const { project, role } of named) {
      const projectId = project.id
      const recorder = {
        actor: { kind: 'system', name: 'Sign-in by domain', project },
        project,
        now: () => now,
      } as const
      await tx.membership.create({ data: { projectId, userId, role, createdAt: now } })
      await audit(tx, recorder, 'member.provisioned', { subject: `user:${userId}`, after: { role, domain } })
      await announce(tx, { project: projectId, topic: 'members' })
    }
    return true
  })
}

/** The projects with this domain that are not to be deleted, with the role that it gives there. */
async function listNamed(tx: Tx, domain: string) {
  const rows = await tx.signInDomain.findMany({ where: { domain }, orderBy: { projectId: 'asc' } })
  const where = { id: { in: rows.map(({ projectId }) => projectId) }, deletesAt: null }
  const projects = await tx.project.findMany({ where, select: projectRef })
  return rows.flatMap(({ projectId, role }) => {
    const project = projects.find(({ id }) => id === projectId)
    return project ? [{ project, role: provisionedRole.parse(role) }] : []
  })
}
