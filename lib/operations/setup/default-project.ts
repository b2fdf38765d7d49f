import type { Role } from '@/lib/contracts/projects'
import type { Tx } from '@/lib/db/client'
import { normalEmail } from '../account/find-user'
import { hashPassword } from '../account/password-hash'
import { AppError } from '../errors'

// Any constant will do: it only has to be the same wherever the first people and projects are made.
const SETUP_LOCK = 7_302_612

/** Lets one transaction at a time make first things; the others wait and then see what it made. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`
}

/** The project every desk begins with. Resolves to its id. */
export async function ensureDefaultProject(tx: Tx): Promise<string> {
  const project = await tx.project.upsert({
    where: { slug: 'default' },
    create: { slug: 'default', name: 'Default' },
    update: {},
    select: { id: true },
  })
  return project.id
}

type NewUser = { email: string; name: string; password: string; emailVerifiedAt: Date | null }

/**
 * A new person with a password. Resolves to their id. Who sets up the desk or its environment holds the machine, and is taken
 * at their word about their address; everybody else has to prove it.
 * @throws AppError conflict when an account has the address
 */
export async function createUser(tx: Tx, { email, name, password, emailVerifiedAt }: NewUser): Promise<string> {
  const data = { email: normalEmail(email), name, emailVerifiedAt, passwordHash: await hashPassword(password) }
  const [made] = await tx.user.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
  if (!made) throw new AppError('conflict', 'there is an account with this e-mail: sign in with it first')
  return made.id
}

/** Makes the person a member with this role, whatever they were before. */
export async function setRole(tx: Tx, projectId: string, userId: string, role: Role): Promise<void> {
  await tx.membership.upsert({
    where: { projectId_userId: { projectId, userId } },
    create: { projectId, userId, role },
    update: { role },
  })
}
