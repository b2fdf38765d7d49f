import { roles } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { roleHolds } from '../authorize'

const DECIDING = roles.filter((role) => roleHolds(role, 'decide'))

/** Condition: the person in this column is an enabled reviewer or admin of the project. False for null. */
export function isDecider(projectId: string, person: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM membership m JOIN "user" w ON w.id = m.user_id
    WHERE m.project_id = ${projectId}::uuid AND m.user_id = ${person} AND m.role = ANY(${DECIDING}::text[]) AND w.disabled_at IS NULL)`
}

/** Returns the ids of the enabled reviewers and admins of a project. */
export async function listDeciderIds(db: Db | Tx, projectId: string): Promise<string[]> {
  const members = await db.membership.findMany({
    where: { projectId, role: { in: DECIDING }, user: { disabledAt: null } },
    select: { userId: true },
  })
  return members.map(({ userId }) => userId)
}
