import { z } from 'zod'
import { DAY_MS } from '@/lib/contracts/durations'
import {
  type DeliveryState,
  deliveryState,
  type EndpointEnd,
  type EndpointView,
  endpointEnd,
  webhookEventType,
  webhookForm,
} from '@/lib/contracts/webhooks'
import type { Db, Tx } from '@/lib/db/client'
import type { WebhookEndpoint } from '@/lib/db/generated/client'
import { log } from '@/lib/log'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { adminIds } from '../members/members'
import { notify } from '../notifications/notify'
import { seal, unseal } from '../outbound/secrets'

const oldSecret = z.object({ secret: z.string(), until: z.coerce.date() })

const purposeOf = ({ projectId, id }: Pick<WebhookEndpoint, 'projectId' | 'id'>) => `webhook:${projectId}:${id}`

/** Encrypts a signing secret for storage. */
export function sealSecret(endpoint: Pick<WebhookEndpoint, 'projectId' | 'id'>, secret: string): string {
  return seal(secret, purposeOf(endpoint))
}

export function sealOldSecret(endpoint: WebhookEndpoint, until: Date): string {
  return seal(JSON.stringify({ secret: unseal(endpoint.secret, purposeOf(endpoint)), until }), purposeOf(endpoint))
}

/** The secrets that sign a message now, newest first. @throws unavailable when AUTH_SECRET has changed */
export function signingSecrets(endpoint: WebhookEndpoint, now: Date): string[] {
  const old = readOldSecret(endpoint)
  return [unseal(endpoint.secret, purposeOf(endpoint)), ...(old && old.until > now ? [old.secret] : [])]
}

function readOldSecret(endpoint: WebhookEndpoint): z.infer<typeof oldSecret> | null {
  if (endpoint.oldSecret === null) return null
  return oldSecret.parse(JSON.parse(unseal(endpoint.oldSecret, purposeOf(endpoint))))
}

function oldSecretUntil(endpoint: WebhookEndpoint, now: Date): string | null {
  try {
    const until = readOldSecret(endpoint)?.until
    return until && until > now ? until.toISOString() : null
  } catch {
    return null
  }
}

/** Scheme and host only, since a path can contain a credential (as Slack's does). */
export function hostOf(url: string): string {
  return new URL(url).origin
}

type Log = Pick<EndpointView, 'counts' | 'last'>

function toEndpointView(ctx: Pick<ProjectContext, 'role' | 'now'>, row: WebhookEndpoint, log: Log): EndpointView {
  const { id, name, failures, disabledWhy, createdBy } = row
  return {
    id,
    name,
    url: ctx.role === 'admin' ? row.url : `${hostOf(row.url)}/…`,
    form: webhookForm.parse(row.form),
    events: z.array(webhookEventType).parse(row.events),
    failures,
    isEnabled: row.disabledAt === null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledBy: endpointEnd.nullable().parse(row.disabledBy),
    disabledWhy,
    oldSecretUntil: oldSecretUntil(row, ctx.now()),
    createdBy,
    createdAt: row.createdAt.toISOString(),
    ...log,
  }
}

/** @throws not_found when the project has no such endpoint */
export async function loadEndpoint(db: Db | Tx, projectId: string, id: string): Promise<WebhookEndpoint> {
  const row = await db.webhookEndpoint.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!row) throw notFound('webhook endpoint')
  return row
}

/** {@link loadEndpoint}, locked until the transaction ends. */
export async function lockEndpoint(tx: Tx, projectId: string, id: string): Promise<WebhookEndpoint> {
  await holdEndpoint(tx, projectId, id)
  return loadEndpoint(tx, projectId, id)
}

/** Locks an endpoint, if it still exists. */
export async function holdEndpoint(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM webhook_endpoint WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid FOR UPDATE`
}

/** {@link lockEndpoint}. @throws AppError conflict while it is disabled, since nothing is sent there */
export async function lockEnabled(tx: Tx, projectId: string, id: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, projectId, id)
  if (endpoint.disabledAt) throw new AppError('conflict', 'the endpoint is switched off: switch it on first')
}

type Count = { endpointId: string; status: string; n: number }
type Last = { endpointId: string; type: string; status: string; at: Date }

/** Delivery counts of each endpoint over the last 24 hours, and its latest delivery. */
async function loadLogs(
  db: Db | Tx,
  projectId: string,
  endpointIds: readonly string[],
  now: Date,
): Promise<(id: string) => Log> {
  const since = new Date(now.getTime() - DAY_MS)
  const counts = await db.$queryRaw<Count[]>`
    SELECT endpoint_id AS "endpointId", status, count(*)::int AS n FROM webhook_delivery
    WHERE project_id = ${projectId}::uuid AND endpoint_id = ANY(${endpointIds}::uuid[]) AND updated_at >= ${since}
    GROUP BY endpoint_id, status`
  const last = await db.$queryRaw<Last[]>`
    SELECT e.id AS "endpointId", m.type, d.status, d.updated_at AS at FROM webhook_endpoint e
    CROSS JOIN LATERAL (
      SELECT message_id, status, updated_at FROM webhook_delivery
      WHERE project_id = ${projectId}::uuid AND endpoint_id = e.id ORDER BY updated_at DESC LIMIT 1) d
    JOIN webhook_message m ON m.project_id = ${projectId}::uuid AND m.id = d.message_id
    WHERE e.project_id = ${projectId}::uuid AND e.id = ANY(${endpointIds}::uuid[])`
  return (id) => {
    const count = (status: DeliveryState) =>
      counts.find((row) => row.endpointId === id && row.status === status)?.n ?? 0
    const latest = last.find((row) => row.endpointId === id)
    return {
      counts: { waiting: count('waiting'), delivered: count('delivered'), failed: count('failed') },
      last: latest
        ? { type: latest.type, status: deliveryState.parse(latest.status), at: latest.at.toISOString() }
        : null,
    }
  }
}

/** Maps endpoints to what the caller may see of them. */
export async function viewEndpoints(
  db: Db | Tx,
  ctx: ProjectContext,
  rows: readonly WebhookEndpoint[],
): Promise<EndpointView[]> {
  const ids = rows.map((row) => row.id)
  const logOf = await loadLogs(db, ctx.project.id, ids, ctx.now())
  return rows.map((row) => toEndpointView(ctx, row, logOf(row.id)))
}

export async function viewEndpoint(db: Db | Tx, ctx: ProjectContext, row: WebhookEndpoint): Promise<EndpointView> {
  const logOf = await loadLogs(db, ctx.project.id, [row.id], ctx.now())
  return toEndpointView(ctx, row, logOf(row.id))
}

/** Why an endpoint was disabled automatically: the case, and a sentence for people. */
export type DisableReason = { by: Exclude<EndpointEnd, 'person'>; why: string }
type Disabling = DisableReason & { projectId: string; endpointId: string; at: Date }

/** Disables an endpoint because of its responses, with an audit event and a notification. A person must enable it again. */
export async function disableEndpoint(tx: Tx, { projectId, endpointId, by, why, at }: Disabling): Promise<void> {
  const { name } = await tx.webhookEndpoint.update({
    where: { projectId_id: { projectId, id: endpointId } },
    data: { disabledAt: at, disabledBy: by, disabledWhy: why },
  })
  await giveUpWaiting(tx, projectId, endpointId, at)
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  const actor = { kind: 'system' as const, name: 'Webhooks', project }
  const after = { isEnabled: false, why }
  await audit(tx, { actor, project, now: () => at }, 'webhook.disabled', {
    subject: `webhook:${endpointId}`,
    before: { isEnabled: true },
    after,
  })
  const notice = {
    userIds: await adminIds(tx, projectId),
    kind: 'webhook_disabled' as const,
    text: `Webhook switched off: ${name}. ${why}`,
    link: `/settings/webhooks?endpoint=${endpointId}`,
  }
  await notify(tx, projectId, [notice], at)
  log.warn({ project: project.slug, endpoint: endpointId, why }, 'a webhook endpoint was switched off')
}

/** Fails the waiting deliveries of a disabled endpoint; they can be replayed. */
export async function giveUpWaiting(tx: Tx, projectId: string, endpointId: string, at: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { projectId, endpointId, status: 'waiting' },
    data: { status: 'failed', nextAt: null, updatedAt: at },
  })
}
