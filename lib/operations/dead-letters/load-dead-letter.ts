import type { Db, Tx } from '@/lib/db/client'
import { notFound } from '../errors'
import { type StoredDeadLetter, toStored } from './dead-letter-row'

/** @throws not_found when the project has no such item. */
export async function loadDeadLetter(db: Db | Tx, projectId: string, id: string): Promise<StoredDeadLetter> {
  const row = await db.deadLetter.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!row) throw notFound('dead letter')
  return toStored(row)
}
