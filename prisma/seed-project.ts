import { v7 as uuid } from 'uuid'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '@/lib/operations/context'
import { setRole } from '@/lib/operations/setup/first-run'

/** Returns the project with that slug, created if missing, with the admins of the first project. */
export async function seedProject(db: Db, slug: string): Promise<ProjectContext> {
  const project = await inTransaction({ db }, async (tx) => {
    const made = await tx.project.upsert({
      where: { slug },
      create: { slug, name: slug.charAt(0).toUpperCase() + slug.slice(1) },
      update: {},
      select: { id: true, slug: true, name: true },
    })
    const admins = await tx.membership.findMany({ where: { role: 'admin', project: { slug: 'default' } } })
    for (const { userId } of admins) await setRole(tx, made.id, userId, 'admin')
    return made
  })
  const actor = { kind: 'system', name: 'seed', project } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), project, role: null }
}
