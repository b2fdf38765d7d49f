import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { actorName, type ProjectContext } from './context'

type Json = Prisma.InputJsonValue
type Recorder = Pick<ProjectContext, 'actor' | 'project' | 'now'>

type Entry = { subject: string; before: Json | null; after: Json | null }

/** Appends one audit event in the caller's transaction. `subject` reads `noun:id`. */
export function audit(
  tx: Tx,
  ctx: Recorder,
  action: string,
  subject: string,
  before: Json | null,
  after: Json | null,
): Promise<void> {
  return auditAll(tx, ctx, action, [{ subject, before, after }])
}

/** Appends an audit event for each subject of one action. */
export async function auditAll(tx: Tx, ctx: Recorder, action: string, entries: readonly Entry[]): Promise<void> {
  await tx.auditEvent.createMany({
    data: entries.map(({ subject, before, after }) => ({
      projectId: ctx.project.id,
      id: uuid(),
      actor: actorName(ctx.actor),
      action,
      subject,
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
      at: ctx.now(),
    })),
  })
}
