import { listFailingWork as contract, workKind } from '@/lib/contracts/work'
import { operation } from '../operation'
import { FORGOTTEN_MS } from './failing-work'
import { pageOf, workNames } from './work-names'

const SHOWN = 100

/** What of the project's timed work keeps failing, the longest first. */
export const listFailingWork = operation(contract, async ({ db, project, now }) => {
  const rows = await db.failingWork.findMany({
    where: { projectId: project.id, nextAttemptAt: { gt: new Date(now().getTime() - FORGOTTEN_MS) } },
    orderBy: [{ failingSince: 'asc' }, { kind: 'asc' }, { item: 'asc' }],
    take: SHOWN,
  })
  return {
    failing: rows.map(({ item, attempts, error, ...row }) => {
      const kind = workKind.parse(row.kind)
      return {
        kind,
        name: workNames[kind],
        item,
        link: pageOf(kind, item),
        attempts,
        error,
        failingSince: row.failingSince.toISOString(),
        nextAttemptAt: row.nextAttemptAt.toISOString(),
      }
    }),
    now: now().toISOString(),
  }
})
