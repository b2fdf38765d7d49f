import type { z } from 'zod'
import { listAuditEvents as contract } from '@/lib/contracts/audit'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { findSubjects } from './find-subjects'
import { selectEvents } from './select-events'

/** Newest first, by number: what is appended meanwhile moves no page. */
export const listAuditEvents = operation(contract, async (ctx, { limit, before, ...filters }) => {
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

type Filters = Omit<z.output<typeof contract.input>, 'limit' | 'before'>

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

/** The different values of a column, each found by one look into its index, however long the log is. */
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
