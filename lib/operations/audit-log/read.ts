import type { z } from 'zod'
import {
  type AuditEnd,
  type AuditEvent,
  exportAudit as exportAuditContract,
  listAuditEvents as listAuditEventsContract,
} from '@/lib/contracts/audit'
import { NAMED_MOST } from '@/lib/contracts/limits'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { CHAIN_START } from '@/lib/engine/audit/check-chain'
import { findBlindSubjects, findHiddenPairs, readerOf, refuseWhileBlind } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { listDistinct } from '../distinct-values'
import { operation, streamOperation } from '../operation'
import { findSubjects } from './subjects'

/** Lists events newest first, by number, so that new events shift no page. */
export const listAuditEvents = operation(listAuditEventsContract, async (ctx, { limit, before, ...filters }) => {
  const projectId = ctx.project.id
  const cover = await coverOf(ctx)
  const where = toConditions(filters)
  // Found by its action, an event would say what it covers.
  if (filters.action?.length) where.push(...cover.where)
  if (before !== undefined) where.push(Prisma.sql`seq < ${before}`)
  const [events, actors, actions] = await Promise.all([
    selectEvents(ctx.db, projectId, { where, order: 'DESC', limit: limit + 1 }),
    listDistinct(ctx.db, projectId, { table: 'audit_event', column: 'actor' }, NAMED_MOST),
    listDistinct(ctx.db, projectId, { table: 'audit_event', column: 'action' }, NAMED_MOST),
  ])
  const page = events.slice(0, limit)
  const [subjects, hidden] = await Promise.all([
    findSubjects(
      ctx.db,
      projectId,
      page.map((event) => event.subject),
    ),
    findHiddenPairs(ctx, page.flatMap(pairAnswered)),
  ])
  const isHidden = (event: AuditEvent) => pairAnswered(event).some((id) => hidden.includes(id))
  const unknown = { name: null, path: null }
  return {
    events: page.map((event) => ({
      ...(isHidden(event) ? { ...event, ...EMPTY } : cover.apply(event)),
      ...(subjects.get(event.subject) ?? unknown),
    })),
    next: events.length > limit ? (page.at(-1)?.seq ?? null) : null,
    actors,
    actions,
  }
})

/** What the desk itself does to a gate, which its page shows at any time: no judgement of a person. */
const DESKS_OWN = ['gate.opened', 'gate.warned', 'gate.timed_out']

/** What stands in place of what an event says. */
const EMPTY = { before: null, after: null, evidenceDigest: null, isCovered: true }

const PAIR = 'pair:'

/** The pair whose answer an event gives, own ones too, with the side that was shown first. */
const pairAnswered = ({ action, subject }: AuditEvent): string[] =>
  ['pairs.decided', 'pairs.undone'].includes(action) ? [subject.slice(PAIR.length)] : []

/** What others did to a run that the caller is to review blind, and to its gate and scenario, is shown without what they said. */
async function coverOf(ctx: ProjectContext) {
  const { runs, gates } = await findBlindSubjects(ctx)
  const kept =
    runs.length === 0
      ? []
      : await ctx.db.keptScenario.findMany({
          where: { projectId: ctx.project.id, runId: { in: [...runs] } },
          select: { id: true },
        })
  const subjects = [
    ...runs.map((id) => `run:${id}`),
    ...[...gates].map((id) => `gate:${id}`),
    ...kept.map(({ id }) => `scenario:${id}`),
  ]
  const reader = readerOf(ctx)
  const covered = new Set(subjects)
  const isCovered = ({ subject, action, actorKind, actorId }: AuditEvent) =>
    covered.has(subject) &&
    !(actorKind === 'user' && actorId === reader) &&
    !(actorKind === 'system' && DESKS_OWN.includes(action))
  return {
    where:
      subjects.length === 0
        ? []
        : [
            Prisma.sql`(subject <> ALL(${subjects}::text[]) OR coalesce(actor_kind = 'user' AND actor_id = ${reader}, false)
              OR coalesce(actor_kind = 'system', false) AND action = ANY(${DESKS_OWN}::text[]))`,
          ],
    apply: (event: AuditEvent) =>
      isCovered(event) ? { ...event, ...EMPTY, action: `${event.subject.split(':')[0]}.covered` } : event,
  }
}

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

const LAST = 2_147_483_647

/** Exports events oldest first, with one page in memory at a time. */
export const exportAudit = streamOperation(exportAuditContract, async (ctx) => {
  await refuseWhileBlind(ctx, 'The audit log')
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
