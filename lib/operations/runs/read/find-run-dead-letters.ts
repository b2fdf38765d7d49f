import type { RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { toStored, toView } from '../../dead-letters/dead-letter-row'

const SHOWN = 10
/** An error is shown up to so many characters. */
const ERROR_SHOWN = 500

/** The newest dead letters of a run, by the client's id, and how many there are. */
export async function findRunDeadLetters(
  db: Db,
  projectId: string,
  runKey: string,
  now: Date,
): Promise<RunDetail['deadLetters']> {
  const where = { projectId, runKey }
  const [total, rows] = await Promise.all([
    db.deadLetter.count({ where }),
    db.deadLetter.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHOWN,
      omit: { args: true },
    }),
  ])
  const newest = rows.map((row) => {
    const { args: _, ...item } = toView(toStored({ ...row, args: null }), now)
    return { ...item, error: item.error.slice(0, ERROR_SHOWN) }
  })
  return { total, newest }
}
