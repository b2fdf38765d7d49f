import { PrismaPg } from '@prisma/adapter-pg'
import { v7 as uuid } from 'uuid'
import type { Db } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import type { ProjectContext } from '@/lib/operations/context'
import { hashKeySecret, keyPrefix, mintKeySecret } from '@/lib/operations/keys/actor'
import { setRole } from '@/lib/operations/setup/first-run'
import { benchAdmin } from './bench-desk'

export type BenchProject = { id: string; slug: string; key: string }

/** The driver the app uses, on the bench's database. */
export function openDatabase(databaseUrl: string): Db {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: databaseUrl, max: 10 }),
    transactionOptions: { maxWait: 60_000, timeout: 600_000 },
  })
}

/** A project with a key of its own, so that the limit on deliveries is counted apart, in which the bench's admin decides. */
export async function makeProject(db: Db, slug: string): Promise<BenchProject> {
  const key = mintKeySecret()
  const { id } = await db.project.create({ data: { slug, name: slug }, select: { id: true } })
  await db.auditHead.create({ data: { projectId: id, ...CHAIN_START } })
  await db.apiKey.create({
    data: { projectId: id, name: slug, prefix: keyPrefix(key), hash: hashKeySecret(key), scopes: ['read', 'write'] },
  })
  const admin = await db.user.findUniqueOrThrow({ where: { email: benchAdmin.email }, select: { id: true } })
  await setRole(db, id, admin.id, 'admin')
  return { id, slug, key }
}

/** The context of a seed that fills this project. */
export function seedContext(db: Db, { id, slug }: BenchProject): ProjectContext {
  const project = { id, slug, name: slug }
  const actor = { kind: 'system', name: 'bench', project } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), project, role: null }
}
