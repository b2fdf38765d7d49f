import type { Brief } from '@/lib/contracts/briefs'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { briefData } from '@/lib/engine/webhooks/event-data'
import { loadSystemContext } from '../context'
import { AppError } from '../errors'
import type { BriefJob } from '../queue/enqueue'
import { emit } from '../webhooks/emit'
import { loadBrief } from './get'

const PATHS = { run: 'runs', gate: 'gates', failureGroup: 'failures' } as const

/**
 * Sends `brief.ready` for a rejected subject in its current state. Like any event it is sent at least once; a deleted subject is skipped.
 */
export async function emitBrief(db: Db, { projectId, kind, id }: BriefJob, clock: () => Date): Promise<void> {
  const ctx = await loadSystemContext(db, projectId, 'Briefs', clock)
  const brief = await loadBrief(ctx, { [kind]: id }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
  if (!brief) return
  await inTransaction(ctx, (tx) => emit(tx, projectId, 'brief.ready', briefData(pathOf(brief), brief), clock()))
}

const pathOf = ({ subject: { kind, id } }: Brief) => `/${PATHS[kind]}/${encodeURIComponent(id)}`
