import { z } from 'zod'
import { FAILING_WORK_KEPT_MS, type WorkKind } from '@/lib/contracts/work'
import type { Db } from '@/lib/db/client'
import { databaseCode } from '@/lib/db/database-code'
import type { Prisma } from '@/lib/db/generated/client'
import { jsonRecordset } from '@/lib/db/rows'
import { redactText } from '@/lib/engine/dead-letters/redact'
import { AppError } from '../errors'
import type { WorkItem } from '../queue/enqueue'

/**
 * Selects the items of `due` (a query for `project_id`, `id` and `at`, the due time) that are not backing off after a failure;
 * longest due first, up to `limit`.
 */
export function findDue(
  db: Db,
  kind: WorkKind,
  due: Prisma.Sql,
  { now, limit }: { now: Date; limit: number },
): Promise<WorkItem[]> {
  return db.$queryRaw`
    SELECT d.project_id AS "projectId", d.id FROM (${due}) d
    WHERE NOT EXISTS (
      SELECT 1 FROM failing_work f
      WHERE f.project_id = d.project_id AND f.kind = ${kind} AND f.item = d.id::text AND f.next_attempt_at > ${now})
    ORDER BY d.at LIMIT ${limit}`
}

/** The next attempt of each of these items that failed before, by {@link keyOf}. */
export async function loadFailing(
  db: Db,
  kind: WorkKind,
  items: readonly WorkItem[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.$queryRaw<(WorkItem & { nextAttemptAt: Date })[]>`
    SELECT f.project_id AS "projectId", f.item AS id, f.next_attempt_at AS "nextAttemptAt" FROM ${toRows(items)}
    JOIN failing_work f ON f.project_id = x.project_id AND f.kind = ${kind} AND f.item = x.item`
  return new Map(rows.map((row) => [keyOf(row), row.nextAttemptAt]))
}

export const keyOf = ({ projectId, id }: WorkItem) => `${projectId} ${id}`

const toRows = (items: readonly WorkItem[]) =>
  jsonRecordset(
    'failingWork',
    ['projectId', 'item'],
    items.map(({ projectId, id }) => ({ projectId, item: id })),
  )

/**
 * Records a failure of an item and backs off: a minute, doubling each time, up to an hour. Concurrent failures on several
 * instances count once. Returns the number of failures in a row.
 */
export async function noteFailure(
  db: Db,
  { kind, item, error, now }: { kind: WorkKind; item: WorkItem; error: string; now: Date },
): Promise<number> {
  const [row] = await db.$queryRaw<{ attempts: number }[]>`
    INSERT INTO failing_work AS f (project_id, kind, item, attempts, failing_since, next_attempt_at, error)
    VALUES (${item.projectId}::uuid, ${kind}, ${item.id}, 1, ${now}, ${now}::timestamptz + interval '1 minute', ${error})
    ON CONFLICT (project_id, kind, item) DO UPDATE SET attempts = f.attempts + 1, error = excluded.error,
      next_attempt_at = to_timestamp(${now.getTime() / 1000}::float8 + 60 * least(power(2, least(f.attempts, 6)), 60))
    WHERE f.next_attempt_at <= ${now}
    RETURNING f.attempts`
  return row?.attempts ?? 0
}

/** Removes the back-off of an item that succeeded. */
export async function clearFailure(db: Db, kind: WorkKind, { projectId, id }: WorkItem): Promise<void> {
  await db.failingWork.deleteMany({ where: { projectId, kind, item: id } })
}

/** Removes back-offs of items that are no longer due. */
export async function forgetFailures(db: Db, now: Date): Promise<void> {
  await db.failingWork.deleteMany({ where: { nextAttemptAt: { lte: new Date(now.getTime() - FAILING_WORK_KEPT_MS) } } })
}

type FailureReport = { error: string; at: string[] }

const MAX_CHARS = 300
const MAX_FRAMES = 8
const MAX_ISSUES = 3

/**
 * Describes an error without data: its kind and where it was thrown. Messages of libraries and the database may quote data, so
 * only the product's own messages are repeated.
 */
export function describeFailure(error: unknown): FailureReport {
  return { error: redactText(messageOf(error)).slice(0, MAX_CHARS), at: framesOf(error) }
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`
  if (error instanceof z.ZodError) return `stored data does not parse: ${placesOf(error)}`
  if (!(error instanceof Error)) return 'a value that is not an Error was thrown'
  const code = databaseCode(error)
  return code ? `${error.name} ${code}` : error.name
}

/** The outermost fields that do not parse; deeper names may come from the data. */
function placesOf({ issues }: z.ZodError): string {
  const places = issues.map(({ path, code }) => `${path.length > 0 ? String(path[0]) : 'the value'} (${code})`)
  return [...new Set(places)].slice(0, MAX_ISSUES).join(', ')
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack?.split('\n') ?? []) : []
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
}
