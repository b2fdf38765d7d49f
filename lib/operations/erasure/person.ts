import { z } from 'zod'
import type { PersonData } from '@/lib/contracts/data'
import * as contracts from '@/lib/contracts/data'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { type BlindSubjects, findBlindSubjectsOf, NOTHING_BLIND } from '../blind-reviews/find'
import { type Context, personOf } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { assertAnotherAdmin, endMembership, lockProject } from '../members/members'
import { coverNotice } from '../notifications/notify'
import { operation } from '../operation'
import { allowErasing } from './audit-texts'
import { changeWeeks } from './frozen-weeks'

/** The name that replaces a removed person's. */
const NOBODY = 'Removed person'

const columnsOf = (table: (typeof tables)[keyof typeof tables]) => Object.values(table.columns)
const isProjects = (table: (typeof tables)[keyof typeof tables]) => 'projectId' in table.columns
const raw = (name: string) => Prisma.raw(`"${name}"`)

/** Columns with a person's id, in every table of a project, including ones added later. */
const PERSON_ID = /^(?:user_id|owner_id|\w+_by_id|(?:was_)?assigned_to_id)$/
const IDS = Object.values(tables)
  .filter(isProjects)
  .flatMap((table) =>
    columnsOf(table)
      .filter(
        ({ name, type }) => (type === 'uuid' && PERSON_ID.test(name)) || (type === 'uuid[]' && name === 'asked_by'),
      )
      .map(({ name }) => ({ table: table.name, column: name })),
  )

/** Columns with the name of an actor, except those of workers and of the audit log. */
const NAMES = Object.values(tables)
  .filter((table) => isProjects(table) && table.name !== 'audit_event')
  .flatMap((table) =>
    columnsOf(table)
      .filter(
        ({ name, type }) => type === 'text' && /^(?:by|\w+_by)$/.test(name) && !/^(?:leased|disabled)_by$/.test(name),
      )
      .map(({ name }) => ({ table: table.name, column: name })),
  )

/** Columns of JSON that name people who were chosen by others, or who acted. */
const NAMING = [
  { table: 'erasure', column: 'asker' },
  { table: 'failure_group_event', column: 'detail' },
  { table: 'gate_event', column: 'before' },
  { table: 'gate_event', column: 'after' },
  { table: 'gate', column: 'evidence' },
  { table: 'kept_scenario', column: 'faults' },
  { table: 'webhook_message', column: 'payload' },
]

const SECRET = ['hash', 'token_hash', 'secret', 'old_secret', 'stamp']
const MAX_ROWS = 10_000

export const exportPerson = operation(contracts.exportPerson, async (ctx, { userId }) => {
  const projectId = ctx.project.id
  const member = await ctx.db.membership.findUnique({ where: { projectId_userId: { projectId, userId } } })
  if (!member) throw notFound('member')
  return loadPerson(ctx.db, userId, [projectId])
})

export const exportAccount = operation(contracts.exportAccount, async (ctx) => {
  const { userId } = signedIn(ctx)
  const memberships = await ctx.db.membership.findMany({ where: { userId }, select: { projectId: true } })
  const projectIds = memberships.map(({ projectId }) => projectId)
  const data = await loadPerson(ctx.db, userId, projectIds)
  return { ...data, tables: await coverNotices(ctx, userId, projectIds, data.tables) }
})

const notice = z.object({ project_id: z.string(), kind: z.string(), text: z.string(), link: z.string() })

/** Notifications and mails quote no more of a run that the person is about to review blind than the app does. */
async function coverNotices(
  ctx: Context,
  userId: string,
  projectIds: readonly string[],
  tables: PersonData['tables'],
): Promise<PersonData['tables']> {
  const blind = new Map<string, BlindSubjects | undefined>()
  for (const id of projectIds) blind.set(id, (await findBlindSubjectsOf(ctx.db, id, ctx.now(), [userId])).get(userId))
  const coverRow = (row: PersonData['tables'][string][number]) => {
    const told = notice.parse(row)
    return { ...row, text: coverNotice(told, blind.get(told.project_id) ?? NOTHING_BLIND) }
  }
  const quoting = (['notification', 'mail'] as const).flatMap((name) => {
    const rows = tables[name]
    return rows ? [[name, rows.map(coverRow)] as const] : []
  })
  return { ...tables, ...Object.fromEntries(quoting) }
}

async function loadPerson(db: Db, userId: string, projectIds: readonly string[]): Promise<PersonData> {
  const user = await db.user.findUnique({ where: { id: userId } })
  if (!user) throw notFound('member')
  const found: PersonData['tables'] = {}
  let isWhole = true
  for (const { table, column } of [...IDS, { table: 'audit_event', column: 'actor_id' }]) {
    const rows = await db.$queryRaw<{ row: Record<string, unknown> }[]>`
      SELECT to_jsonb(t) - ${SECRET}::text[] AS row FROM ${raw(table)} t
      WHERE t.project_id = ANY(${[...projectIds]}::uuid[]) AND ${userId} = ANY(ARRAY[t.${raw(column)}]::text[]) LIMIT ${MAX_ROWS + 1}`
    if (rows.length > MAX_ROWS) isWhole = false
    if (rows.length > 0) found[table] = [...(found[table] ?? []), ...rows.slice(0, MAX_ROWS).map(({ row }) => row)]
  }
  const { id, name, email, createdAt } = user
  return { person: { id, name, email, createdAt: createdAt.toISOString() }, tables: found, isWhole }
}

export const erasePerson = operation(contracts.erasePerson, async (ctx, { userId, name }) => {
  const me = personOf(ctx.actor)?.userId
  const projectId = ctx.project.id
  const member = await ctx.db.membership.findUnique({ where: { projectId_userId: { projectId, userId } } })
  if (!member) throw notFound('member')
  await inTransaction(ctx, async (tx) => {
    const elsewhere = await tx.membership.findMany({ where: { userId }, select: { projectId: true } })
    const mine = await tx.membership.count({
      where: { userId: me ?? '', role: 'admin', projectId: { in: elsewhere.map((row) => row.projectId) } },
    })
    if (mine < elsewhere.length)
      throw new AppError(
        'forbidden',
        'This person also belongs to projects that are not yours: take them out of this one, or have them remove their account themselves.',
      )
    await erase(tx, ctx, userId, name)
  })
  return { erased: true as const }
})

export const eraseAccount = operation(contracts.eraseAccount, async (ctx, { name }) => {
  const { userId } = signedIn(ctx)
  await inTransaction(ctx, (tx) => erase(tx, ctx, userId, name))
  return { erased: true as const }
})

function signedIn(ctx: Context): { userId: string } {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'this needs a signed-in person')
  return person
}

/**
 * Clears name and address, ends sessions and revokes keys, also in projects that the person has left. Their verdicts stay under a
 * placeholder name, since verdicts are facts. The audit log keeps the original name: without it the log could no longer be verified.
 */
async function erase(tx: Tx, ctx: Context, userId: string, typed: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId } })
  if (!user) throw notFound('member')
  if (user.name !== typed)
    throw invalidInput([{ path: 'name', message: `is not the name of this person, which is "${user.name}"` }])
  await allowErasing(tx)
  for (const { role, project } of await listProjectsOf(tx, userId)) {
    await lockProject(tx, project.id)
    if (role === 'admin') await assertAnotherAdmin(tx, project.id, userId)
    // Waits for what the person is writing, so that it is found below, and lets them begin nothing more.
    await endMembership(tx, project.id, userId, ctx.now())
    await forgetNames(tx, project.id, userId, user.name)
    await tx.notification.deleteMany({ where: { projectId: project.id, userId } })
    await tx.mail.deleteMany({ where: { projectId: project.id, userId } })
    if (user.email !== null) await tx.invitation.deleteMany({ where: { projectId: project.id, email: user.email } })
    const revoked = { projectId: project.id, createdById: userId, revokedAt: null }
    const { count } = await tx.apiKey.updateMany({ where: revoked, data: { revokedAt: ctx.now() } })
    await audit(tx, { ...ctx, project }, 'person.removed', { subject: `user:${userId}`, after: { keys: count } })
    await announce(
      tx,
      ...(['members', 'keys', 'connections', 'runs', 'comments'] as const).map((topic) => ({
        project: project.id,
        topic,
      })),
    )
  }
  await tx.signInSession.deleteMany({ where: { userId } })
  await tx.passwordReset.deleteMany({ where: { userId } })
  await tx.user.update({
    where: { id: userId },
    data: {
      name: NOBODY,
      email: null,
      emailVerifiedAt: null,
      passwordHash: null,
      disabledAt: ctx.now(),
      mailOn: false,
    },
  })
}

/** The projects that the person is in (with their role) or was removed from, in the order in which they are locked. */
async function listProjectsOf(tx: Tx, userId: string): Promise<{ role: string | null; project: { id: string } }[]> {
  const rows = await tx.$queryRaw<{ id: string; role: string | null }[]>`
    SELECT p.project_id AS id, m.role FROM ${EVERY_PROJECT} JOIN project o ON o.id = p.project_id AND o.removed_at IS NULL
    LEFT JOIN membership m ON m.project_id = p.project_id AND m.user_id = ${userId}::uuid
    WHERE m.user_id IS NOT NULL OR EXISTS (
      SELECT 1 FROM audit_event e
      WHERE e.project_id = p.project_id AND e.subject = ${`user:${userId}`} AND e.action = 'member.remove')
    ORDER BY p.project_id`
  return rows.map(({ id, role }) => ({ role, project: { id } }))
}

/** Forgets the person's name and those they had earlier, under which their records still are. */
async function forgetNames(tx: Tx, projectId: string, userId: string, name: string): Promise<void> {
  const renamed = await tx.auditEvent.findMany({
    where: { projectId, subject: `user:${userId}`, action: 'account.update' },
    select: { before: true },
  })
  const earlier = renamed.map(({ before }) => z.object({ name: z.string() }).safeParse(before).data?.name ?? name)
  for (const each of new Set([name, ...earlier])) await forgetName(tx, projectId, userId, each)
  const mention = JSON.stringify([{ userId }])
  await tx.$executeRaw`
    UPDATE comment t SET mentions = (
      SELECT jsonb_agg(CASE WHEN m ->> 'userId' = ${userId} THEN jsonb_set(m, '{name}', to_jsonb(${NOBODY}::text)) ELSE m END)
      FROM jsonb_array_elements(t.mentions) AS m)
    WHERE t.project_id = ${projectId}::uuid AND t.mentions @> ${mention}::jsonb`
}

async function forgetName(tx: Tx, projectId: string, userId: string, name: string): Promise<void> {
  const ofProject = Prisma.sql`t.project_id = ${projectId}::uuid`
  const namesakes = await tx.membership.count({ where: { projectId, userId: { not: userId }, user: { name } } })
  for (const { table, column } of NAMES) {
    // Other columns, such as who resolved a comment, may name somebody else than the person of the row.
    const own = column === 'by' && IDS.some((id) => id.table === table && id.column === 'user_id')
    // If a row identifies the person by name only, it is left alone when another member has the same name.
    if (!own && namesakes > 0) continue
    const whose = own ? Prisma.sql`AND t.user_id = ${userId}::uuid` : Prisma.empty
    await tx.$executeRaw`
      UPDATE ${raw(table)} t SET ${raw(column)} = ${NOBODY} WHERE ${ofProject} AND t.${raw(column)} = ${name} ${whose}`
  }
  if (namesakes > 0) return
  const [from, to] = [JSON.stringify(name), JSON.stringify(NOBODY)]
  for (const { table, column } of NAMING)
    await tx.$executeRaw`
      UPDATE ${raw(table)} t SET ${raw(column)} = replace(t.${raw(column)}::text, ${from}, ${to})::jsonb
      WHERE ${ofProject} AND strpos(t.${raw(column)}::text, ${from}) > 0`
  await forgetInMessages(tx, projectId, name)
  for (const table of ['notification', 'mail'].map(raw))
    await tx.$executeRaw`
      UPDATE ${table} t SET text = ${NOBODY} || substr(t.text, length(${name}) + 1)
      WHERE ${ofProject} AND starts_with(t.text, ${`${name} `})`
  await forgetInWeeks(tx, projectId, userId, name)
}

/** Sentences of messages to webhooks name who decided after "by", and who sent a test at their beginning. */
async function forgetInMessages(tx: Tx, projectId: string, name: string): Promise<void> {
  const [from, to] = [name, NOBODY].map((each) => JSON.stringify(each).slice(1, -1))
  await tx.$executeRaw`
    UPDATE webhook_message t SET payload = replace(replace(replace(t.payload::text,
      ${` by ${from}.`}, ${` by ${to}.`}), ${` by ${from}: `}, ${` by ${to}: `}), ${`"${from} sent this `}, ${`"${to} sent this `})::jsonb
    WHERE t.project_id = ${projectId}::uuid AND strpos(t.payload::text, ${from}) > 0`
}

async function forgetInWeeks(tx: Tx, projectId: string, userId: string, name: string): Promise<void> {
  const named = Prisma.sql`strpos(report::text, to_json(${name}::text)::text) > 0`
  const nameOf = (stored: string | null) => (stored === name ? NOBODY : stored)
  await changeWeeks(tx, projectId, named, ({ gates, reviewers, lastActions, ...facts }) => {
    const people = reviewers.people.map((person) => (person.userId === userId ? { ...person, name: NOBODY } : person))
    return {
      ...facts,
      gates: { ...gates, decided: gates.decided.map((gate) => ({ ...gate, decidedBy: nameOf(gate.decidedBy) })) },
      reviewers: { ...reviewers, people },
      lastActions: lastActions.map((action) => ({ ...action, owner: nameOf(action.owner) })),
    }
  })
}
