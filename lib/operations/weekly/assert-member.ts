import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'

/** Refuses an owner who does not belong to the project; nobody is fine. @throws invalid_input naming `ownerId` */
export async function assertMember(ctx: ProjectContext, ownerId: string | null | undefined): Promise<void> {
  if (!ownerId) return
  const membership = await ctx.db.membership.findUnique({
    where: { projectId_userId: { projectId: ctx.project.id, userId: ownerId } },
    select: { userId: true },
  })
  if (!membership) throw invalidInput([{ path: 'ownerId', message: 'is no member of this project' }])
}
