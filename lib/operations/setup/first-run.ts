import type { Db, Tx } from '@/lib/db/client'
import { normalEmail } from '../account/find-user'
import { isReleasable, releaseEmail } from '../account/release-email'
import { audit, type Recorder } from '../audit'
import { inTransaction } from '../context'
import { hashKeySecret, keyPrefix } from '../keys/key-secret'
import { createUser, ensureDefaultProject, lockSetup, setRole } from './default-project'
import { mintSetupToken } from './setup-link'

export type FirstRunInput = { admin: { email: string; password: string } | null; apiKey: string | null; now: Date }
export type FirstRunResult = { madeAdmin: boolean; madeKey: boolean; setupToken: string | null }

/**
 * Brings a desk to where somebody can get in: the admin and the API key that were asked for, or else, while nobody
 * exists, a set-up link. What is there already is kept as it is, passwords included, so it can run at every start.
 */
export function prepareFirstRun(db: Db, { admin, apiKey, now }: FirstRunInput): Promise<FirstRunResult> {
  return inTransaction({ db }, async (tx) => {
    await lockSetup(tx)
    const madeAdmin = admin ? await ensureAdmin(tx, admin, now) : false
    const madeKey = apiKey ? await ensureKey(tx, apiKey, now) : false
    return { madeAdmin, madeKey, setupToken: await mintSetupToken(tx, now) }
  })
}

/** An account that never proved the address, and is not the admin already, may be anybody's: it is not made one. */
async function ensureAdmin(tx: Tx, admin: { email: string; password: string }, now: Date): Promise<boolean> {
  const email = normalEmail(admin.email)
  const projectId = await ensureDefaultProject(tx)
  const known = await findHolder(tx, email, projectId, now)
  const person = { ...admin, name: email.split('@')[0] ?? email, emailVerifiedAt: now }
  const userId = known?.id ?? (await createUser(tx, person))
  const before = await tx.membership.findUnique({
    where: { projectId_userId: { projectId, userId } },
    select: { role: true },
  })
  if (before?.role === 'admin') return false
  await setRole(tx, projectId, userId, 'admin')
  const action = before ? 'member.change' : 'member.add'
  await audit(tx, recorder(projectId, now), action, `user:${userId}`, before, { role: 'admin' })
  return known === null
}

async function findHolder(tx: Tx, email: string, projectId: string, now: Date): Promise<{ id: string } | null> {
  const select = { id: true, emailVerifiedAt: true, disabledAt: true, memberships: { where: { projectId } } } as const
  const holder = await tx.user.findUnique({ where: { email }, select })
  if (!holder || !isReleasable(holder) || holder.memberships.some(({ role }) => role === 'admin')) return holder
  await releaseEmail(tx, holder.id, now)
  return null
}

/** A key that was revoked stays revoked: a person decided that. */
async function ensureKey(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const projectId = await ensureDefaultProject(tx)
  const about = { name: 'VERITAS_API_KEY', prefix: keyPrefix(secret), scopes: ['read', 'write'] }
  const [made] = await tx.apiKey.createManyAndReturn({
    data: { projectId, hash: hashKeySecret(secret), ...about },
    skipDuplicates: true,
    select: { id: true },
  })
  if (made) await audit(tx, recorder(projectId, now), 'key.create', `key:${made.id}`, null, about)
  return made !== undefined
}

/** Who starts a desk has set its environment, and is not known by name. */
function recorder(projectId: string, now: Date): Recorder {
  const project = { id: projectId, slug: 'default', name: 'Default' }
  return { actor: { kind: 'system', name: 'Start of the desk', project }, project, now: () => now }
}
