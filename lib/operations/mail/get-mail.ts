import { getMail as contract, type MailState, type MailTrouble, mailState } from '@/lib/contracts/mail'
import { notificationKind } from '@/lib/contracts/notifications'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { mailServer } from './mail-server'

const DAY_MS = 86_400_000
const SHOWN = 20

export const getMail = operation(contract, async (ctx) => {
  const server = mailServer()
  return {
    isConfigured: server !== null,
    server: server && `${server.host}:${server.port}`,
    security: server?.security ?? null,
    from: server && `${server.from.name} <${server.from.address}>`,
    counts: await countStates(ctx),
    troubles: await loadTroubles(ctx),
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

async function loadTroubles({ db, project }: ProjectContext): Promise<MailTrouble[]> {
  const rows = await db.mail.findMany({
    where: { projectId: project.id, status: { in: ['failed', 'waiting'] }, error: { not: null } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  })
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const people = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map(({ id, userId, kind, text, status, attempts, error, nextAt, updatedAt }) => ({
    id,
    to: names.get(userId) ?? 'someone who has left',
    kind: notificationKind.parse(kind),
    text,
    status: mailState.parse(status),
    attempts,
    error: error ?? '',
    nextAt: nextAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }))
}
