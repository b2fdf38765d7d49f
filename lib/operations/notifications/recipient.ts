import type { Db, Tx } from '@/lib/db/client'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'

/** The person whose notifications they are. @throws forbidden for keys, which are told of nothing. */
export function recipientOf({ actor }: Pick<ProjectContext, 'actor'>): string {
  const person = personOf(actor)
  if (!person) throw new AppError('forbidden', 'notifications are for people: sign in')
  return person.userId
}

export function countUnread(db: Db | Tx, projectId: string, userId: string): Promise<number> {
  return db.notification.count({ where: { projectId, userId, readAt: null } })
}
