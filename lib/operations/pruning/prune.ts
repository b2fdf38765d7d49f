import { DAY_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { forgetFailures } from '../work/failing-work'
import { processEach } from '../work/process-each'

type Pruned = {
  deliveries: number
  messages: number
  notifications: number
  mails: number
  invitations: number
  /** Codes and tokens of connected apps, and connections that ended. */
  connections: number
  sessions: number
  resets: number
  views: number
  /** What was logged of spans that never arrived. */
  logged: number
}

type Batch = { projectId: string; before: Date; limit: number }

const BUDGET_MS = 60_000

/**
 * Removes data past its retention, project by project, in batches with separate transactions. Locked rows are left for the next time, and
 * so is what exceeds a minute. Idempotent and safe to run concurrently.
 */
export async function prune(db: Db, now: Date, limit = BATCH): Promise<Pruned> {
  const ends = performance.now() + BUDGET_MS
  const pruned: Pruned = {
    deliveries: 0,
    messages: 0,
    notifications: 0,
    mails: 0,
    invitations: 0,
    sessions: 0,
    resets: 0,
    connections: 0,
    views: 0,
    logged: 0,
  }
  const projects = await db.project.findMany({ select: { id: true } })
  const policies = await db.dataPolicy.findMany({ select: { projectId: true, contentDays: true } })
  const contentDays = new Map(policies.map((policy) => [policy.projectId, policy.contentDays]))
  const items = projects.map(({ id }) => ({ projectId: id, id }))
  await processEach({ db, kind: 'pruning', now }, items, async ({ projectId }) => {
    const batch = (ms: number): Batch => ({ projectId, before: new Date(now.getTime() - ms), limit })
    const repeat = (work: () => Promise<number>) => untilDone(work, limit, ends)
    const repeatDeliveries = async (old: Prisma.Sql) => {
      pruned.deliveries += await repeat(async () => {
        const gone = await inTransaction({ db }, (tx) => pruneDeliveries(tx, projectId, old))
        pruned.messages += gone.messages
        return gone.deliveries
      })
    }
    const days = contentDays.get(projectId) ?? null
    if (days !== null) await repeatDeliveries(quotingDeliveries(batch(days * DAY_MS)))
    for (const endpointId of await endpointsOf(db, projectId))
      for (const [status, ms] of [
        ['delivered', RETENTION.deliveredMessages],
        ['failed', RETENTION.failedMessages],
      ] as const)
        await repeatDeliveries(oldDeliveries(endpointId, status, batch(ms)))
    pruned.notifications += await repeat(() =>
      db.$executeRaw(oldNotifications(batch(RETENTION.readNotifications), batch(RETENTION.unreadNotifications).before)),
    )
    for (const [status, ms] of [
      ['sent', RETENTION.sentMails],
      ['dropped', RETENTION.sentMails],
      ['failed', RETENTION.failedMails],
    ] as const)
      pruned.mails += await repeat(() => db.$executeRaw(oldMails(status, batch(ms))))
    pruned.invitations += await repeat(() => db.$executeRaw(expired('invitation', batch(RETENTION.endedInvitations))))
    pruned.connections += await repeat(() => db.$executeRaw(expired('oauth_token', batch(RETENTION.endedTokens))))
    pruned.connections += await repeat(() => db.$executeRaw(expired('oauth_grant', batch(RETENTION.endedConnections))))
    pruned.views += await repeat(() => db.$executeRaw(removedViews(batch(RETENTION.removedViews))))
    pruned.logged += await repeat(() => db.$executeRaw(orphanedLogs(batch(RETENTION.orphanedLogs))))
  })
  // Sessions and reset links belong to people, not to projects.
  pruned.sessions += await untilDone(() => db.$executeRaw(endedSessions(now, limit)), limit, ends)
  pruned.resets += await untilDone(() => db.$executeRaw(endedResets(now, limit)), limit, ends)
  await forgetFailures(db, now)
  return pruned
}

/** Repeats a batch until one is not full. */
async function untilDone(work: () => Promise<number>, limit: number, ends: number): Promise<number> {
  let total = 0
  for (let count = limit; count >= limit && performance.now() < ends; total += count) count = await work()
  return total
}

async function endpointsOf(db: Db, projectId: string): Promise<string[]> {
  const endpoints = await db.webhookEndpoint.findMany({ where: { projectId }, select: { id: true } })
  return endpoints.map(({ id }) => id)
}

const oldDeliveries = (endpointId: string, status: string, { projectId, before, limit }: Batch) => Prisma.sql`
  SELECT message_id, endpoint_id FROM webhook_delivery
  WHERE project_id = ${projectId}::uuid AND endpoint_id = ${endpointId}::uuid AND status = ${status} AND updated_at < ${before}
  ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`

/** Messages quote the texts of runs, and are not kept for longer than these, except to deliver them. */
const quotingDeliveries = ({ projectId, before, limit }: Batch) => Prisma.sql`
  SELECT d.message_id, d.endpoint_id FROM webhook_message m
  JOIN webhook_delivery d ON d.project_id = ${projectId}::uuid AND d.message_id = m.id AND d.status IN ('delivered', 'failed')
  WHERE m.project_id = ${projectId}::uuid AND m.at < ${before}
  ORDER BY m.at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED`

/**
 * Deletes old deliveries, and their messages without other deliveries. Serialized per project: two concurrent batches would each leave the
 * message to the other.
 */
async function pruneDeliveries(tx: Tx, projectId: string, old: Prisma.Sql) {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`prune:${projectId}`}, 0))::text`
  const gone = await tx.$queryRaw<{ messageId: string }[]>`
    DELETE FROM webhook_delivery d USING (${old}) old
    WHERE d.project_id = ${projectId}::uuid AND d.message_id = old.message_id AND d.endpoint_id = old.endpoint_id
    RETURNING d.message_id AS "messageId"`
  const ids = gone.map(({ messageId }) => messageId)
  const messages = await tx.$executeRaw`
    DELETE FROM webhook_message m WHERE m.project_id = ${projectId}::uuid AND m.id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.project_id = ${projectId}::uuid AND d.message_id = m.id)`
  return { deliveries: gone.length, messages }
}

const oldNotifications = ({ projectId, before, limit }: Batch, unreadBefore: Date) => Prisma.sql`
  DELETE FROM notification n USING (
    SELECT user_id, id FROM notification
    WHERE project_id = ${projectId}::uuid AND at < ${before} AND (read_at IS NOT NULL OR at < ${unreadBefore})
    ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
  WHERE n.project_id = ${projectId}::uuid AND n.user_id = old.user_id AND n.id = old.id`

/** Deletes removed views; as default of a person's list they no longer count. */
const removedViews = ({ projectId, before, limit }: Batch) => Prisma.sql`
  WITH gone AS (
    DELETE FROM saved_view WHERE project_id = ${projectId}::uuid AND id IN (
      SELECT id FROM saved_view WHERE project_id = ${projectId}::uuid AND removed_at < ${before}
      ORDER BY removed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id
  ), defaults AS (
    DELETE FROM default_view d USING gone WHERE d.project_id = ${projectId}::uuid AND d.view_id = gone.id
  )
  SELECT 1 FROM gone`

const oldMails = (status: string, { projectId, before, limit }: Batch) => Prisma.sql`
  DELETE FROM mail m USING (
    SELECT id FROM mail
    WHERE project_id = ${projectId}::uuid AND status = ${status} AND updated_at < ${before}
    ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
  WHERE m.project_id = ${projectId}::uuid AND m.id = old.id`

/** Rows of a table, by its key, that expired before the time. */
function expired(named: 'invitation' | 'oauth_grant' | 'oauth_token', { projectId, before, limit }: Batch) {
  const [table, key] = [Prisma.raw(named), Prisma.raw(named === 'oauth_token' ? 'hash' : 'id')]
  return Prisma.sql`
    DELETE FROM ${table} r USING (
      SELECT ${key} FROM ${table} WHERE project_id = ${projectId}::uuid AND expires_at < ${before}
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
    WHERE r.project_id = ${projectId}::uuid AND r.${key} = old.${key}`
}

const orphanedLogs = ({ projectId, before, limit }: Batch) => Prisma.sql`
  DELETE FROM otlp_span s USING (
    SELECT trace_id, span_id FROM otlp_span
    WHERE project_id = ${projectId}::uuid AND span ->> 'startNano' IS NULL AND span ->> 'logged' <> '[]' AND received_at < ${before}
    ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
  WHERE s.project_id = ${projectId}::uuid AND s.trace_id = old.trace_id AND s.span_id = old.span_id`

const endedSessions = (now: Date, limit: number) => Prisma.sql`
  DELETE FROM sign_in_session s USING (
    SELECT id FROM sign_in_session WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
  WHERE s.id = old.id`

const endedResets = (now: Date, limit: number) => Prisma.sql`
  DELETE FROM password_reset r USING (
    SELECT token_hash FROM password_reset WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
  WHERE r.token_hash = old.token_hash`

/**
 * How long messages are kept that only notified someone, in ms. Facts, decisions and the audit log are never pruned. Delivered messages
 * help to investigate recent events; failed ones stay until they have certainly been seen.
 */
export const RETENTION = {
  /** Ten times the three days over which a delivery is retried. */
  deliveredMessages: 30 * DAY_MS,
  sentMails: 30 * DAY_MS,
  readNotifications: 90 * DAY_MS,
  failedMessages: 180 * DAY_MS,
  failedMails: 180 * DAY_MS,
  /** After an invitation ended, answered or not: it contains an address of a person who may never have joined. */
  endedInvitations: 30 * DAY_MS,
  unreadNotifications: 365 * DAY_MS,
  endedTokens: DAY_MS,
  /** They can be restored until then. */
  removedViews: DAY_MS,
  /** Exporters send logs and spans within minutes of each other. */
  orphanedLogs: DAY_MS,
  /** Longer than the lifetime of its tokens, after it would have expired. */
  endedConnections: 60 * DAY_MS,
} as const

/** Rows removed per statement, which keeps locks and transactions short. */
const BATCH = 1000
