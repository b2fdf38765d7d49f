import { PrismaPg } from '@prisma/adapter-pg'
import { v7 as uuid } from 'uuid'
import type { Db } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { sessionOf } from '@/lib/db/session'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import type { ProjectContext } from '@/lib/operations/context'
import { setRole } from '@/lib/operations/setup/first-run'
import { million } from '@/prisma/scenarios/million'
import { print, step } from '../provision/progress'
import { makeApiKey } from '../testing/api-key'
import { deskAdmin } from '../testing/built-desk'

export type BenchProject = { id: string; slug: string; key: string }

/** Connects to the bench's database through the driver of the app. */
export function openDatabase(databaseUrl: string): Db {
  return new PrismaClient({
    adapter: new PrismaPg({ ...sessionOf(databaseUrl), max: 10 }),
    transactionOptions: { maxWait: 60_000, timeout: 600_000 },
  })
}

/**
 * Returns the project of that slug with a new key, so that the rate limit of deliveries is counted separately, and with the bench's admin
 * as a member. It may exist already on a kept server.
 */
export async function makeProject(db: Db, slug: string): Promise<BenchProject> {
  const { id } = await db.project.upsert({
    where: { slug },
    create: { slug, name: slug },
    update: {},
    select: { id: true },
  })
  await db.auditHead.upsert({ where: { projectId: id }, create: { projectId: id, ...CHAIN_START }, update: {} })
  const key = await makeApiKey(db, id, slug)
  const admin = await db.user.findUniqueOrThrow({ where: { email: deskAdmin.email }, select: { id: true } })
  await setRole(db, id, admin.id, 'admin')
  return { id, slug, key }
}

/** Returns the project with that many runs, continuing where an earlier bench stopped. */
export async function fillProject(
  db: Db,
  { runs, isNarrow = false, withSteps = false }: Filled,
): Promise<BenchProject> {
  const project = await makeProject(db, `bench-${runs}${isNarrow ? '-of-one-version' : ''}`)
  const { createdAt } = await db.project.findUniqueOrThrow({ where: { id: project.id }, select: { createdAt: true } })
  const { _sum } = await db.rollupDay.aggregate({ where: { projectId: project.id }, _sum: { runs: true } })
  if ((_sum.runs ?? 0) >= runs) return project
  const label = `${runs.toLocaleString('en-US')} runs${isNarrow ? ' of one version' : ''}`
  // The runs' times, and with them their ids, depend on this one.
  const fill = { ctx: seedContext(db, project), count: runs, now: createdAt, isNarrow, withSteps, print }
  await step(label, () => million.make(fill))
  await step('Vacuum', () => db.$executeRaw`VACUUM`)
  return project
}

type Filled = { runs: number; isNarrow?: boolean; withSteps?: boolean }

/** The context of a seed that fills this project. */
function seedContext(db: Db, { id, slug }: BenchProject): ProjectContext {
  const project = { id, slug, name: slug }
  const actor = { kind: 'system', name: 'bench', project } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), project, role: null }
}
