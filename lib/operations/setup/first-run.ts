import type { Db, Tx } from '@/lib/db/client'
import { normalEmail } from '../account/find-user'
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
  return db.$transaction(async (tx) => {
    await lockSetup(tx)
    const madeAdmin = admin ? await ensureAdmin(tx, admin) : false
    const madeKey = apiKey ? await ensureKey(tx, apiKey) : false
    return { madeAdmin, madeKey, setupToken: await mintSetupToken(tx, now) }
  })
}

async function ensureAdmin(tx: Tx, admin: { email: string; password: string }): Promise<boolean> {
  const email = normalEmail(admin.email)
  const projectId = await ensureDefaultProject(tx)
  const known = await tx.user.findUnique({ where: { email }, select: { id: true } })
  const userId = known?.id ?? (await createUser(tx, { ...admin, name: email.split('@')[0] ?? email }))
  await setRole(tx, projectId, userId, 'admin')
  return known === null
}

/** A key that was revoked stays revoked: a person decided that. */
async function ensureKey(tx: Tx, secret: string): Promise<boolean> {
  const projectId = await ensureDefaultProject(tx)
  const made = await tx.apiKey.createMany({
    data: {
      projectId,
      name: 'VERITAS_API_KEY',
      prefix: keyPrefix(secret),
      hash: hashKeySecret(secret),
      scopes: ['read', 'write'],
    },
    skipDuplicates: true,
  })
  return made.count > 0
}
