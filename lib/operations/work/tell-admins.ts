import type { WorkKind } from '@/lib/contracts/work'
import type { Db } from '@/lib/db/client'
import { log } from '@/lib/log'
import { inTransaction } from '../context'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'
import { describeFailure } from './describe-failure'
import type { WorkItem } from './failing-work'
import { workNames } from './work-names'

/** What failed once may be well a minute later; from this failure in a row on the admins know. */
const TOLD_FROM = 2

type Failure = { kind: WorkKind; item: WorkItem; error: string; now: Date }

/** Tells the admins of an item's project that it keeps failing: once, by whichever instance comes first. */
export async function tellAdminsOfFailure(db: Db, { kind, item, error, now }: Failure): Promise<void> {
  const { projectId, id } = item
  try {
    await inTransaction({ db }, async (tx) => {
      const { count } = await tx.failingWork.updateMany({
        where: { projectId, kind, item: id, toldAt: null, attempts: { gte: TOLD_FROM } },
        data: { toldAt: now },
      })
      if (count === 0) return
      const text = `${workNames[kind]} keeps failing: ${error}. It is tried again with growing pauses.`
      const userIds = await adminIds(tx, projectId)
      await notify(tx, projectId, [{ userIds, kind: 'work_failing', text, link: '/settings#failing-work' }], now)
    })
  } catch (failure) {
    // The item is held back and counted all the same, and told of with its next failure.
    log.error({ kind, project: projectId, item: id, ...describeFailure(failure) }, 'the admins could not be told')
  }
}
