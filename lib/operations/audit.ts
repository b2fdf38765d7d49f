import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { actorName, type ProjectContext } from './context'

type Json = Prisma.InputJsonValue
type Recorder = Pick<ProjectContext, 'actor' | 'project' | 'now'>

/** Appends one audit event in the caller's transaction. `subject` reads `noun:id`. */
export async function audit(
  tx: Tx,
  ctx: Recorder,
  action: string,
  subject: string,
  before: Json | null,
  after: Json | null,
): Promise<void> {
  await tx.auditEvent.create({
    data: {
      projectId: ctx.project.id,
      id: uuid(),
      actor: actorName(ctx.actor),
      action,
      subject,
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
      at: ctx.now(),
    },
  })
}
