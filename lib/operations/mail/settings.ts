import { v7 as uuid } from 'uuid'
import { DAY_MS } from '@/lib/contracts/durations'
import {
  getMail as getMailContract,
  type MailState,
  type MailTrouble,
  mailState,
  testMail as testMailContract,
} from '@/lib/contracts/mail'
import { notificationKind } from '@/lib/contracts/notifications'
import { inTransaction } from '@/lib/db/transaction'
import { projectHref } from '@/lib/presentation/links'
import { composeMail } from '@/lib/presentation/text/mail'
import { audit } from '../audit'
import { findBlindSubjects, NOTHING_BLIND } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { deskUrl } from '../desk-url'
import { AppError } from '../errors'
import { mailServer } from '../notifications/mail-server'
import { coverNotice, mayQuote } from '../notifications/notify'
import { operation } from '../operation'
import { accountAddress, sendMail } from './send'

const SHOWN = 20

export const getMail = operation(getMailContract, async (ctx) => {
  const server = mailServer()
  return {
    isConfigured: server !== null,
    server: server && `${server.host}:${server.port}`,
    security: server?.security ?? null,
    from: server && `${server.from.name} <${server.from.address}>`,
    counts: await countStates(ctx),
    troubles: await loadTroubles(ctx),
    troubled: await ctx.db.mail.count({ where: inTrouble(ctx) }),
    now: ctx.now().toISOString(),
  }
})

async function countStates({ db, project, now }: ProjectContext): Promise<Record<MailState, number>> {
  const since = new Date(now().getTime() - DAY_MS)
  const rows = await db.$queryRaw<{ status: string; n: number }[]>`
    SELECT s.status, (SELECT count(*)::int FROM mail m WHERE m.project_id = ${project.id}::uuid AND m.status = s.status
      AND (m.status = 'waiting' OR m.updated_at >= ${since})) AS n
    FROM unnest(${mailState.options}::text[]) s(status)`
  const count = (state: MailState) => rows.find((row) => row.status === state)?.n ?? 0
  return { waiting: count('waiting'), sent: count('sent'), failed: count('failed'), dropped: count('dropped') }
}

/** The mails that were refused or could not be sent so far. */
const inTrouble = ({ project }: ProjectContext) => ({
  projectId: project.id,
  status: { in: ['failed', 'waiting'] },
  error: { not: null },
})

async function loadTroubles(ctx: ProjectContext): Promise<MailTrouble[]> {
  const { db } = ctx
  const rows = await db.mail.findMany({
    where: inTrouble(ctx),
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  })
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const people = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const blind = rows.some(mayQuote) ? await findBlindSubjects(ctx) : NOTHING_BLIND
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map(({ id, userId, kind, text, link, status, attempts, error, nextAt, updatedAt }) => ({
    id,
    to: names.get(userId) ?? 'someone who has left',
    kind: notificationKind.parse(kind),
    text: coverNotice({ kind, text, link }, blind),
    status: mailState.parse(status),
    attempts,
    error: error ?? '',
    nextAt: nextAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }))
}

/** Sends a test mail to the caller only; synchronously, to return the outcome. */
export const testMail = operation(testMailContract, async (ctx) => {
  const { actor, project } = ctx
  if (actor.kind !== 'user') throw new AppError('forbidden', 'a test mail goes to a signed-in person')
  const server = mailServer()
  if (!server) throw new AppError('conflict', 'no mail server is set: set SMTP_URL and SMTP_FROM')
  const settings = accountAddress(project.slug)
  const composed = composeMail({
    text: `${actor.name} sent this to see that mail arrives`,
    project: project.name,
    link: deskUrl(projectHref(project.slug, '/settings/mail')),
    settings,
    notes: [],
  })
  const started = performance.now()
  const to = { name: actor.name, address: actor.email }
  const failure = await sendMail(server, { ...composed, id: uuid(), to, settings })
  const error = failure?.error ?? null
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'mail.test', { subject: `project:${project.id}`, after: { error } }))
  return { address: actor.email, error, ms: performance.now() - started }
})
