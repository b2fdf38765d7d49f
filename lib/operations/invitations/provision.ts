import { emailDomain, provisionedRole } from '@/lib/contracts/sign-in-domains'
import { inTransaction } from '@/lib/db/transaction'
import { admitVouched, normalEmail } from '../account/users'
import { audit } from '../audit'
import type { Context } from '../context'
import { announce } from '../live/announce'
import { createUser } from '../setup/first-run'

/**
 * Admits a person vouched for by an identity provider: one with an account, or one whose domain an admin has added, who then gets an
 * account and a membership in every project with that domain. Closed accounts stay closed, and existing accounts are not added to projects.
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
    const named = await tx.signInDomain.findMany({ where: { domain }, orderBy: { projectId: 'asc' } })
    if (named.length === 0) return false
    const holder = await tx.user.findUnique({ where: { email }, select: { disabledAt: true, emailVerifiedAt: true } })
    if (holder) return holder.disabledAt === null && holder.emailVerifiedAt !== null
    const now = ctx.now()
    const userId = await createUser(tx, {
      name: name?.trim().slice(0, 200) || email.slice(0, email.lastIndexOf('@')),
      email,
      password: null,
      emailVerifiedAt: now,
    })
    for (const { projectId, role } of named) {
      const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } })
      const recorder = {
        actor: { kind: 'system', name: 'Sign-in by domain', project },
        project,
        now: () => now,
      } as const
      await tx.membership.create({ data: { projectId, userId, role: provisionedRole.parse(role), createdAt: now } })
      await audit(tx, recorder, 'member.provisioned', `user:${userId}`, null, { role, domain })
      await announce(tx, { project: projectId, topic: 'members' })
    }
    return true
  })
}
