import type { GateKind } from '@/lib/contracts/gates'
import type { WebhookEventType } from '@/lib/contracts/webhooks'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { mayVote } from '@/lib/engine/gate-states/apply-gate-event'
import { gateData, outcomeData, type VersionStatus } from '@/lib/engine/webhooks/event-data'
import { audit, type Recorder } from '../audit'
import { actorName, personOf } from '../context'
import { adminIds } from '../members/members'
import { type Notice, notify, notifyOpened } from '../notifications/notify'
import { emitAll, type WebhookEvent } from '../webhooks/emit'
import { type GateChange, type GateState, loadApproversOf, nameOfOwner } from './state'
import { enqueueDeadlines, type GateRecord, gateColumns, gateNames, toGateRow } from './store'

type OpenedGate = {
  id: string
  kind: GateKind
  chainId: string
  versionId: string
  title: string
  openedById?: string | undefined
}

/** Notifies those who may decide that gates were opened, except whoever opened them. */
export async function notifyGateOpened(
  tx: Tx,
  projectId: string,
  gates: readonly OpenedGate[],
  now: Date,
): Promise<void> {
  const approvers = await loadApproversOf(
    tx,
    projectId,
    gates.map((gate) => gate.chainId),
  )
  const versions = await tx.chainVersion.findMany({
    where: { projectId, id: { in: gates.map((gate) => gate.versionId) } },
    select: { id: true, authorId: true },
  })
  const authors = new Map(versions.map((version) => [version.id, version.authorId]))
  const opened = gates.map((gate) => ({
    gate,
    userIds: (approvers.get(gate.chainId)?.people ?? [])
      .map((person) => person.userId)
      .filter((userId) => userId !== gate.openedById && userId !== authors.get(gate.versionId)),
  }))
  return notifyOpened(tx, projectId, opened, now)
}

type NamedGate = { id: string; title: string }

/** Makes a notice that links to one gate. */
export function toNotice({ id }: NamedGate, kind: Notice['kind'], text: string, userIds: Iterable<string>): Notice {
  return { userIds, kind, text, link: `/gates/${id}` }
}

type Concerned = Pick<GateChange, 'gate' | 'gateState'>

/** The people an outcome concerns: who asked, the version's author, the gate's owner and the voters, except the person who caused it. */
export function recipients({ gate, gateState: { status, facts } }: Concerned, without: string | null): Set<string> {
  const people = new Set([...facts.authorIds, ...status.votes.map((vote) => vote.userId)])
  for (const person of [gate.openedById, status.ownerId]) if (person !== null) people.add(person)
  if (without !== null) people.delete(without)
  return people
}

/** The ids of everyone who may decide the gate now. */
export function eligible({ approvers, facts }: GateState): string[] {
  return approvers.people.map((person) => person.userId).filter((userId) => mayVote(userId, facts))
}

/** Audits a vote that did not decide the gate. */
export async function afterVote(tx: Tx, ctx: Recorder, { gate, event }: GateChange<'voted'>): Promise<void> {
  const after = { verdict: event.verdict, reason: event.reason || null }
  await audit(tx, ctx, 'gate.voted', { subject: `gate:${gate.id}`, after, evidenceDigest: event.digest })
}

/** Notifies the new owner of a gate, unless they took it themselves. */
export async function afterMove(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, event, after, now }: GateChange<'assigned' | 'escalated'>,
): Promise<void> {
  const self = personOf(ctx.actor)?.userId
  const toAdmins = event.to === 'admins'
  const newOwners = toAdmins ? await adminIds(tx, gate.projectId) : event.to === null ? [] : [event.to]
  const by = actorName(ctx.actor)
  const text = `${event.kind === 'assigned' ? `${by} asks you to decide` : `Escalated by ${by}`}: ${gate.title}`
  const notice = toNotice(
    gate,
    'gate_assigned',
    text,
    newOwners.filter((userId) => userId !== self),
  )
  await notify(tx, gate.projectId, [notice], now)
  const { by: _, ...move } = event
  const owner = nameOfOwner(gateState, after)
  const before = { owner: nameOfOwner(gateState, gateState.status) }
  await audit(tx, ctx, `gate.${event.kind}`, { subject: `gate:${gate.id}`, before, after: { ...move, owner } })
}

/** Schedules jobs for the new deadline. The old jobs will find nothing due. */
export async function afterExtension(
  tx: Tx,
  ctx: Recorder,
  { gate, event, after }: GateChange<'extended'>,
): Promise<void> {
  const deadlineAt = new Date(after.deadlineAt)
  await enqueueDeadlines(tx, [{ projectId: gate.projectId, id: gate.id, warnAt: new Date(after.warnAt), deadlineAt }])
  const before = { deadlineAt: gate.deadlineAt.toISOString() }
  const extended = { deadlineAt: deadlineAt.toISOString(), reason: event.reason }
  await audit(tx, ctx, 'gate.extended', { subject: `gate:${gate.id}`, before, after: extended })
}

/** Notifies those who may decide, the admins and the previous owner that a quarter of the time is left. */
export async function afterWarning(
  tx: Tx,
  ctx: Recorder,
  { gate, gateState, now }: GateChange<'warned'>,
): Promise<void> {
  const userIds = new Set([...eligible(gateState), ...(await adminIds(tx, gate.projectId))])
  if (gateState.status.ownerId !== null) userIds.add(gateState.status.ownerId)
  const notice = toNotice(gate, 'gate_warning', `Due soon: ${gate.title}`, userIds)
  await notify(tx, gate.projectId, [notice], now)
  await emitWarning(tx, gate, now)
  const after = { deadlineAt: gate.deadlineAt.toISOString(), escalatedTo: 'admins' }
  await audit(tx, ctx, 'gate.warned', { subject: `gate:${gate.id}`, after })
}

type Outcome = 'approved' | 'rejected' | 'timed_out' | 'reversed'
type By = { name: string | null; reason: string | null; at: Date }

/** Emits `gate.opened` for each gate, and `regression.detected` for each opened by the regression check. */
export function emitOpened(tx: Tx, projectId: string, gateIds: readonly string[], at: Date): Promise<void> {
  const make = async () => (await loadRows(tx, projectId, gateIds)).flatMap(toOpened)
  return emitAll(tx, projectId, ['gate.opened', 'regression.detected'], make, at)
}

function toOpened(row: GateRecord): WebhookEvent[] {
  const data = gateData(toGateRow(row))
  const opened = { type: 'gate.opened', data } as const
  return row.kind === 'regression' ? [{ type: 'regression.detected', data }, opened] : [opened]
}

/** Emits `gate.warning`, sent when a quarter of the time is left. */
function emitWarning(tx: Tx, { projectId, id }: { projectId: string; id: string }, at: Date): Promise<void> {
  const make = async () =>
    (await loadRows(tx, projectId, [id])).map((row) => ({
      type: 'gate.warning' as const,
      data: gateData(toGateRow(row)),
    }))
  return emitAll(tx, projectId, ['gate.warning'], make, at)
}

/** Emits the event of a gate's outcome or of its undo. `status`: the version's status afterwards; null for a gate about a run. */
export function emitOutcome(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
  outcome: Outcome,
  status: VersionStatus,
  by: By,
): Promise<void> {
  const type: WebhookEventType = `gate.${outcome}`
  const make = async () => {
    const rows = await loadRows(tx, projectId, [id])
    return rows.map((row) => ({ type, data: outcomeData(toGateRow(row), outcome, status, by) }))
  }
  return emitAll(tx, projectId, [type], make, by.at)
}

function loadRows(tx: Tx, projectId: string, gateIds: readonly string[]): Promise<GateRecord[]> {
  return tx.$queryRaw<GateRecord[]>`
    SELECT ${gateColumns(projectId)} FROM gate g ${gateNames(projectId)}
    WHERE g.project_id = ${projectId}::uuid AND g.id IN (${Prisma.join(gateIds.map((id) => Prisma.sql`${id}::uuid`))})
    ORDER BY g.id`
}
