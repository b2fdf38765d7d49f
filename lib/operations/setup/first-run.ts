import * as contracts from '@/lib/contracts/account'
import { DAY_MS } from '@/lib/contracts/durations'
import type { Role } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import { hashPassword } from '../account/password-hash'
import { isReleasable, lockDependents, normalEmail, releaseEmail } from '../account/users'
import { audit, type Recorder } from '../audit'
import { AppError } from '../errors'
import { keyPrefix } from '../keys/keys'
import { hasOtherAdmin } from '../members/members'
import { operation } from '../operation'
import { hashSecret, mintSecret } from '../random-secret'

type FirstRunInput = { admin: { email: string; password: string } | null; apiKey: string | null; now: Date }
type FirstRunResult = { madeAdmin: boolean; madeKey: boolean; setupToken: string | null }

/**
 * Creates the first access: the configured admin and API key, or, while there are no users, a set-up link. Existing data is kept as it is,
 * including passwords and roles, so it can run at every start.
 */
export function prepareFirstRun(db: Db, { admin, apiKey, now }: FirstRunInput): Promise<FirstRunResult> {
  return inTransaction({ db }, async (tx) => {
    await lockSetup(tx)
    const madeAdmin = admin ? await ensureAdmin(tx, admin, now) : false
    const madeKey = apiKey ? await ensureKey(tx, apiKey, now) : false
    return { madeAdmin, madeKey, setupToken: await mintSetupToken(tx, now) }
  })
}

/** An account that never verified the address and is not an admin yet may belong to anyone: it is not promoted. */
async function ensureAdmin(tx: Tx, admin: { email: string; password: string }, now: Date): Promise<boolean> {
  const email = normalEmail(admin.email)
  const projectId = await ensureDefaultProject(tx)
  const holder = await findHolder(tx, email, projectId)
  if (holder && !holder.isLosing) {
    if (await isLeftAsIs(tx, projectId, holder.id)) return false
    await makeAdmin(tx, projectId, holder.id, now)
    return false
  }
  const dependents = holder ? await lockDependents(tx, holder.id) : []
  if (holder) await releaseEmail(tx, holder.id, now)
  const person = { ...admin, name: email.split('@')[0] ?? email, emailVerifiedAt: now }
  const userId = await createUser(tx, person)
  for (const id of [projectId, ...dependents]) await makeAdmin(tx, id, userId, now)
  return true
}

async function findHolder(tx: Tx, email: string, projectId: string): Promise<{ id: string; isLosing: boolean } | null> {
  const select = { id: true, emailVerifiedAt: true, disabledAt: true, memberships: { where: { projectId } } } as const
  const holder = await tx.user.findUnique({ where: { email }, select })
  if (!holder) return null
  return { id: holder.id, isLosing: isReleasable(holder) && !holder.memberships.some(({ role }) => role === 'admin') }
}

/** Whether an earlier start made them an admin: a role that a person gave them since stays, as long as somebody else is an admin. */
async function isLeftAsIs(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const where = { projectId, subject: `user:${userId}`, actorKind: 'system', actor: STARTER } as const
  return (await tx.auditEvent.count({ where })) > 0 && (await hasOtherAdmin(tx, projectId, userId))
}

async function makeAdmin(tx: Tx, projectId: string, userId: string, now: Date): Promise<void> {
  const where = { projectId_userId: { projectId, userId } }
  const before = await tx.membership.findUnique({ where, select: { role: true } })
  if (before?.role === 'admin') return
  await setRole(tx, projectId, userId, 'admin')
  const action = before ? 'member.change' : 'member.add'
  await audit(tx, recorder(projectId, now), action, { subject: `user:${userId}`, before, after: { role: 'admin' } })
}

/** A revoked key stays revoked, since a person decided that. */
async function ensureKey(tx: Tx, secret: string, now: Date): Promise<boolean> {
  const projectId = await ensureDefaultProject(tx)
  const about = { name: 'VERITAS_API_KEY', prefix: keyPrefix(secret), scopes: ['read', 'write'] }
  const [made] = await tx.apiKey.createManyAndReturn({
    data: { projectId, hash: hashSecret(secret), ...about },
    skipDuplicates: true,
    select: { id: true },
  })
  if (made) await audit(tx, recorder(projectId, now), 'key.create', { subject: `key:${made.id}`, after: about })
  return made !== undefined
}

/** The person who starts the server is not known by name. */
const STARTER = 'Start of the desk'

function recorder(projectId: string, now: Date): Recorder {
  const project = { id: projectId, slug: 'default', name: 'Default' }
  return { actor: { kind: 'system', name: STARTER, project }, project, now: () => now }
}

// Any constant works, as long as all code that creates the first people and projects uses it.
const SETUP_LOCK = 7_302_612

/** Serializes the creation of first people and projects; other transactions wait and then see them. */
async function lockSetup(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`
}

/** Creates the initial project if needed. Resolves to its id. */
async function ensureDefaultProject(tx: Tx): Promise<string> {
  const project = await tx.project.upsert({
    where: { slug: 'default' },
    create: { slug: 'default', name: 'Default' },
    update: {},
    select: { id: true },
  })
  await tx.auditHead.createMany({ data: { projectId: project.id, ...CHAIN_START }, skipDuplicates: true })
  return project.id
}

type NewUser = { email: string; name: string; password: string | null; emailVerifiedAt: Date | null }

/**
 * Creates a person, with or without a password. Resolves to their id. Someone who sets up the server controls the machine, so their address
 * is trusted; everyone else has to verify it.
 * @throws AppError conflict when an account has the address
 */
export async function createUser(tx: Tx, { email, name, password, emailVerifiedAt }: NewUser): Promise<string> {
  const data = {
    email: normalEmail(email),
    name,
    emailVerifiedAt,
    passwordHash: password && (await hashPassword(password)),
  }
  const [made] = await tx.user.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
  if (!made) throw new AppError('conflict', 'there is an account with this e-mail: sign in with it first')
  return made.id
}

/** Makes the person a member with this role, replacing any earlier one. */
export async function setRole(tx: Tx, projectId: string, userId: string, role: Role): Promise<void> {
  await tx.membership.upsert({
    where: { projectId_userId: { projectId, userId } },
    create: { projectId, userId, role },
    update: { role },
  })
}

/** Creates the first person, their project and their role in one transaction. Of two concurrent calls one wins. */
export const completeSetup = operation(contracts.completeSetup, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    await lockSetup(tx)
    if (!(await isSetupOpen(tx, input.token, ctx.now())))
      throw new AppError('conflict', 'this link was used, has expired, or was replaced by a newer one')
    const userId = await createUser(tx, { ...input, emailVerifiedAt: ctx.now() })
    const project = { id: await ensureDefaultProject(tx) }
    await setRole(tx, project.id, userId, 'admin')
    const actor = { kind: 'user', userId, name: input.name, email: input.email } as const
    await audit(tx, { ...ctx, actor, project }, 'member.add', { subject: `user:${userId}`, after: { role: 'admin' } })
    await tx.setupLink.update({ where: { tokenHash: hashSecret(input.token) }, data: { usedAt: ctx.now() } })
    return { email: normalEmail(input.email) }
  }),
)

const LIFETIME_MS = DAY_MS

/**
 * Creates a single-use set-up link valid for 24 hours, and invalidates earlier ones. Returns its token, or null if there are users already:
 * only the first person is created this way.
 */
async function mintSetupToken(tx: Tx, now: Date): Promise<string | null> {
  if ((await tx.user.count()) > 0) return null
  const token = mintSecret()
  await tx.setupLink.deleteMany({ where: { usedAt: null } })
  await tx.setupLink.create({
    data: { tokenHash: hashSecret(token), createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) },
  })
  return token
}

/** Whether this token can still create the first person. */
export async function isSetupOpen(db: Db | Tx, token: string, now: Date): Promise<boolean> {
  const link = await db.setupLink.findUnique({ where: { tokenHash: hashSecret(token) } })
  if (!link || link.usedAt !== null || link.expiresAt <= now) return false
  return (await db.user.count()) === 0
}

/** `isSetupOpen` for the set-up page, which has no actor. */
export function isSetupTokenOpen(token: string): Promise<boolean> {
  return isSetupOpen(getDb(), token, new Date())
}

/** Whether there are no accounts yet, so that only the set-up link gives access. */
export async function hasNoUsers(): Promise<boolean> {
  return (await getDb().user.count()) === 0
}
