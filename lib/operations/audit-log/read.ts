import type { z } from 'zod'
import {
  type AuditEnd,
  type AuditEvent,
  exportAudit as exportAuditContract,
  listAuditEvents as listAuditEventsContract,
} from '@/lib/contracts/audit'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { streamOperation } from '../stream-operation'

/** Lists events newest first, by number, so that new events shift no page. */
export const listAuditEvents = operation(listAuditEventsContract, async (ctx, { limit, before, ...filters }) => {
  const projectId = ctx.project.id
  const where = toConditions(filters)
  if (before !== undefined) where.push(Prisma.sql`seq < ${before}`)
  const [events, actors, actions] = await Promise.all([
    selectEvents(ctx.db, projectId, { where, order: 'DESC', limit: limit + 1 }),
    listDistinct(ctx, 'actor'),
    listDistinct(ctx, 'action'),
  ])
  const page = events.slice(0, limit)
  const subjects = await findSubjects(
    ctx.db,
    projectId,
    page.map((event) => event.subject),
  )
  const unknown = { name: null, path: null }
  return {
    events: page.map((event) => ({ ...event, ...(subjects.get(event.subject) ?? unknown) })),
    next: events.length > limit ? (page.at(-1)?.seq ?? null) : null,
    actors,
    actions,
  }
})

type Filters = Omit<z.output<typeof listAuditEventsContract.input>, 'limit' | 'before'>

function toConditions({ actor, action, subject, from, to }: Filters): Prisma.Sql[] {
  const found: Prisma.Sql[] = []
  if (actor?.length) found.push(Prisma.sql`actor = ANY(${actor}::text[])`)
  if (action?.length) found.push(Prisma.sql`action = ANY(${action}::text[])`)
  if (subject) found.push(subject.includes(':') ? Prisma.sql`subject = ${subject}` : ofNoun(subject))
  if (from) found.push(Prisma.sql`at >= ${new Date(from)}::timestamptz`)
  if (to) found.push(Prisma.sql`at < ${new Date(to)}::timestamptz`)
  return found
}

const ofNoun = (noun: string) => Prisma.sql`split_part(subject, ':', 1) = ${noun}`

const SHOWN = 200

/** Returns the distinct values of a column, each by one index lookup, however long the log is. */
async function listDistinct(ctx: ProjectContext, column: 'actor' | 'action'): Promise<string[]> {
  const projectId = ctx.project.id
  const name = Prisma.raw(column)
  const rows = await ctx.db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE found AS (
      (SELECT ${name} AS value FROM audit_event WHERE project_id = ${projectId}::uuid ORDER BY ${name} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${name} FROM audit_event WHERE project_id = ${projectId}::uuid AND ${name} > found.value ORDER BY ${name} LIMIT 1)
      FROM found WHERE found.value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL LIMIT ${SHOWN}`
  return rows.map((row) => row.value)
}

const LAST = 2_147_483_647

/** Exports events oldest first, with one page in memory at a time. */
export const exportAudit = streamOperation(exportAuditContract, async (ctx) => {
  const pages = readEvents(ctx.db, ctx.project.id, LAST)
  const first = await pages.next()
  return toLines(ctx.project.id, first.done ? [] : first.value, pages)
})

async function* toLines(
  projectId: string,
  first: AuditEvent[],
  rest: AsyncIterable<AuditEvent[]>,
): AsyncIterableIterator<string> {
  let head = CHAIN_START.hash
  let events = 0
  for await (const page of inPages(first, rest))
    for (const event of page) {
      yield JSON.stringify(event)
      head = event.hash
      events++
    }
  const end: AuditEnd = { end: true, projectId, events, head }
  yield JSON.stringify(end)
}

async function* inPages(first: AuditEvent[], rest: AsyncIterable<AuditEvent[]>): AsyncGenerator<AuditEvent[]> {
  yield first
  yield* rest
}

type Stored = Omit<AuditEvent, 'at' | 'erasedBy'> & { at: Date; erasedBy: string | null }
type Range = { where: readonly Prisma.Sql[]; order: 'ASC' | 'DESC'; limit: number }

/** Selects events with their place in the chain, as they are exported. */
async function selectEvents(
  db: Pick<Db | Tx, '$queryRaw'>,
  projectId: string,
  { where, order, limit }: Range,
): Promise<AuditEvent[]> {
  const conditions = [Prisma.sql`project_id = ${projectId}::uuid`, Prisma.sql`seq IS NOT NULL`, ...where]
  const rows = await db.$queryRaw<Stored[]>`
    SELECT seq, project_id AS "projectId", id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor, via, address, action,
      subject, before, after, evidence_digest AS "evidenceDigest", coalesce(prev_hash, '') AS "prevHash", coalesce(hash, '') AS hash,
      erased_by AS "erasedBy"
    FROM audit_event WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY seq ${Prisma.raw(order)} LIMIT ${limit}`
  return rows.map(({ erasedBy, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    ...(erasedBy !== null && { erasedBy }),
  }))
}

const PAGE = 1000

/** Yields every event up to number `last`, in pages, oldest first. */
export async function* readEvents(
  db: Pick<Db | Tx, '$queryRaw'>,
  projectId: string,
  last: number,
): AsyncGenerator<AuditEvent[]> {
  let seq = Number.NEGATIVE_INFINITY
  for (;;) {
    const after = seq === Number.NEGATIVE_INFINITY ? [] : [Prisma.sql`seq > ${seq}`]
    const where = [Prisma.sql`seq <= ${last}`, ...after]
    const page = await selectEvents(db, projectId, { where, order: 'ASC', limit: PAGE })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    seq = page.at(-1)?.seq ?? seq
  }
}

type Subject = { name: string | null; path: string | null }
type Found = { subject: string; name: string; chain: string | null }

/** Characters of a failure's text that name its group. */
const TEMPLATE = 120
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the current name and link of subjects (`noun:id`), in one statement. Deleted ones are omitted. An invitation has the name of the
 * person who accepted it, never an address.
 */
async function findSubjects(db: Db, projectId: string, subjects: readonly string[]): Promise<Map<string, Subject>> {
  const split = [...new Set(subjects)].map((subject) => {
    const [noun = '', ...rest] = subject.split(':')
    return { subject, noun, id: rest.join(':') }
  })
  const ids = (noun: string) => split.flatMap((part) => (part.noun === noun && UUID.test(part.id) ? part.id : []))
  const groups = split.flatMap(({ noun, id }) => (noun === 'failure-group' ? id : []))
  const rows = await db.$queryRaw<Found[]>`
    SELECT 'gate:' || id AS subject, title AS name, NULL AS chain FROM gate
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('gate')}::uuid[])
    UNION ALL SELECT 'run:' || id, client_id, NULL FROM run
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('run')}::uuid[])
    UNION ALL SELECT 'chain:' || id, name, name FROM chain
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('chain')}::uuid[])
    UNION ALL SELECT 'version:' || v.id, v.version, c.name FROM chain_version v
      JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id
      WHERE v.project_id = ${projectId}::uuid AND v.id = ANY(${ids('version')}::uuid[])
    UNION ALL SELECT 'key:' || id, name, NULL FROM api_key
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('key')}::uuid[])
    UNION ALL SELECT 'webhook:' || id, name, NULL FROM webhook_endpoint
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('webhook')}::uuid[])
    UNION ALL SELECT 'dead-letter:' || id, operation, NULL FROM dead_letter
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('dead-letter')}::uuid[])
    UNION ALL SELECT 'weekly_action:' || id, text, NULL FROM weekly_action
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('weekly_action')}::uuid[])
    UNION ALL SELECT 'invitation:' || i.id, u.name, NULL FROM invitation i JOIN "user" u ON u.id = i.accepted_by_id
      WHERE i.project_id = ${projectId}::uuid AND i.id = ANY(${ids('invitation')}::uuid[])
    UNION ALL SELECT 'judge:' || id, name, NULL FROM project_judge
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('judge')}::uuid[])
    UNION ALL SELECT 'connection:' || id, client_name, NULL FROM oauth_grant
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids('connection')}::uuid[])
    UNION ALL SELECT 'failure-group:' || fingerprint, concat_ws(': ', nullif(node, ''), left(template, ${TEMPLATE})), NULL FROM failure_group
      WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${groups}::text[])
    UNION ALL SELECT 'scenario:' || k.id, k.name, c.name FROM kept_scenario k
      JOIN chain c ON c.project_id = k.project_id AND c.id = k.chain_id
      WHERE k.project_id = ${projectId}::uuid AND k.id = ANY(${ids('scenario')}::uuid[])
    UNION ALL SELECT 'user:' || id, name, NULL FROM "user" WHERE id = ANY(${ids('user')}::uuid[])`
  const found = new Map(rows.map((row) => [row.subject, row]))
  return new Map(
    split.flatMap((part) => {
      const subject = toSubject(part.noun, part.id, found.get(part.subject))
      return subject ? [[part.subject, subject] as const] : []
    }),
  )
}

const at = encodeURIComponent

function toSubject(noun: string, id: string, row: Found | undefined): Subject | null {
  if (noun === 'project') return { name: null, path: '/settings' }
  if (noun === 'week') return { name: id, path: `/week/${at(id)}` }
  if (noun === 'thinking') return { name: id, path: `/thinking/${at(id)}` }
  if (noun === 'thinking-template') return { name: id, path: '/settings/templates' }
  if (noun === 'breaker') return { name: id, path: '/settings/judge' }
  if (noun === 'invitation') return { name: row?.name ?? null, path: '/settings/members' }
  if (noun === 'domain') return { name: id, path: '/settings/members' }
  if (noun === 'series') return { name: id, path: null }
  if (!row) return null
  if (noun === 'version')
    return { name: `${row.chain} ${row.name}`, path: `/chains/${at(row.chain ?? '')}/versions/${at(row.name)}` }
  if (noun === 'scenario') return { name: row.name, path: `/chains/${at(row.chain ?? '')}` }
  return { name: row.name, path: pathOf(noun, id, row.name) }
}

function pathOf(noun: string, id: string, name: string): string | null {
  if (noun === 'gate') return `/gates/${id}`
  if (noun === 'run') return `/runs/${id}`
  if (noun === 'chain') return `/chains/${at(name)}`
  if (noun === 'dead-letter') return `/dead-letters?item=${id}`
  if (noun === 'weekly_action') return '/week'
  if (noun === 'user') return '/settings/members'
  if (noun === 'failure-group') return `/failures/${at(id)}`
  if (noun === 'judge') return '/settings/judge'
  if (noun === 'connection') return '/settings/keys'
  return noun === 'key' ? '/settings/keys' : '/settings/webhooks'
}
