import type { InputOf } from '@/lib/contracts/contract'
import { actOnFailureGroups as actContract, type FailureAction } from '@/lib/contracts/failure-groups'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { auditAll } from '../audit'
import { actorName, type ProjectContext, personOf } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { holdMember } from '../members/members'
import { operation } from '../operation'
import { addGroupEvents, type LockedGroup, lockWholeGroups, statusOf } from './groups'
import { merge } from './merge'
import { notifyAssigned } from './notify'
import { openBefore, stateOf } from './states'

type Input = Omit<InputOf<typeof actContract>, 'groups'> & { groups: readonly string[] }
type Result = { group: string; ok: boolean; error: string | null; event: string | null }

/** Applies an action to several groups in one transaction. Groups it does not fit are left unchanged and returned with the reason. */
export const actOnFailureGroups = operation(actContract, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    if (input.action === 'assign' && input.owner) await holdMember(tx, ctx.project.id, input.owner)
    const groups = [...new Set(input.action === 'merge' && input.into ? [...input.groups, input.into] : input.groups)]
    const locked = await lockWholeGroups(tx, ctx.project.id, groups)
    const results = groups.map((group) => judge(group, locked.get(group), input.action, ctx.now()))
    const fit = results.flatMap(({ ok, group }) => (ok ? (locked.get(group) ?? []) : []))
    const isTooFew = input.action === 'merge' && fit.length < 2
    if (isTooFew)
      return answer(
        results.map((result) =>
          result.ok ? { ...result, ok: false, error: 'nothing is left to merge it with' } : result,
        ),
      )
    if (input.action === 'merge') return answer(results, await merge(tx, ctx, input, fit, locked))
    const events = await change(tx, ctx, input, fit)
    return answer(results.map((result) => ({ ...result, event: events.get(result.group) ?? null })))
  }),
)

function answer(results: readonly Result[], merged: { into: string; event: string | null } | null = null) {
  const done = results.filter(({ ok }) => ok).length
  return {
    done,
    refused: results.length - done,
    into: merged?.into ?? null,
    event: merged?.event ?? null,
    results: [...results],
  }
}

function judge(group: string, row: LockedGroup | undefined, action: FailureAction, now: Date): Result {
  const refuse = (error: string): Result => ({ group, ok: false, error, event: null })
  if (!row) return refuse('not found')
  if (row.mergedInto !== null) return refuse('it was merged into another group')
  const status = statusOf(row, now)
  if (action === 'resolve' && status === 'resolved') return refuse('it is resolved already')
  if (action === 'reopen' && status !== 'resolved' && status !== 'archived') return refuse('it is open')
  return { group, ok: true, error: null, event: null }
}

const kinds = { resolve: 'resolved', archive: 'archived', reopen: 'reopened', assign: 'assigned' } as const

/** Applies an action other than a merge; returns its event of each group. */
async function change(
  tx: Tx,
  ctx: ProjectContext,
  input: Input,
  groups: readonly LockedGroup[],
): Promise<Map<string, string>> {
  const { action, note } = input
  if (groups.length === 0 || action === 'merge') return new Map()
  const projectId = ctx.project.id
  const { data, detail } = await toChange(tx, ctx, input)
  const fingerprints = groups.map(({ fingerprint }) => fingerprint)
  await tx.failureGroup.updateMany({ where: { projectId, fingerprint: { in: fingerprints } }, data })
  if (action === 'reopen') await openAsBefore(tx, projectId, fingerprints)
  const event = { kind: kinds[action], by: actorName(ctx.actor), note: note || null, at: ctx.now() }
  const ids = await addGroupEvents(
    tx,
    projectId,
    groups.map((group) => ({
      ...event,
      fingerprint: group.fingerprint,
      detail: { ...detail, was: action === 'assign' ? { ownerId: group.ownerId } : stateOf(group) },
    })),
  )
  const entries = groups.map((group) => ({
    subject: `failure-group:${group.fingerprint}`,
    before: action === 'assign' ? { owner: group.ownerId } : { status: statusOf(group, ctx.now()) },
    after: { ...detail, ...(note && { note }) },
  }))
  await auditAll(tx, ctx, `failure_group.${kinds[action]}`, entries)
  if (action === 'assign' && input.owner) await notifyAssigned(tx, ctx, groups, input.owner)
  await announce(tx, { project: projectId, topic: 'failures' })
  return new Map(fingerprints.map((fingerprint, place) => [fingerprint, ids[place] ?? '']))
}

/** Gives reopened groups back that they had come back, or escalated, before they were resolved or archived. */
async function openAsBefore(tx: Tx, projectId: string, fingerprints: readonly string[]): Promise<void> {
  const events = await tx.failureGroupEvent.findMany({
    where: { projectId, fingerprint: { in: [...fingerprints] } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { fingerprint: true, id: true, kind: true, detail: true },
  })
  for (const [fingerprint, own] of Map.groupBy(events, (event) => event.fingerprint)) {
    const data = openBefore(own)
    if (data) await tx.failureGroup.update({ where: { projectId_fingerprint: { projectId, fingerprint } }, data })
  }
}

const OPEN = {
  archivedUntil: null,
  untilEscalating: false,
  resolvedAt: null,
  resolvedVersionId: null,
  resolvedInNext: false,
}

/** The columns an action writes, and the detail recorded in its event. */
async function toChange(tx: Tx, ctx: ProjectContext, input: Input) {
  const { action, until, untilEscalating, version, inNextVersion = false, owner } = input
  if (action === 'archive') {
    if (until !== undefined && new Date(until) <= ctx.now())
      throw invalidInput([{ path: 'until', message: 'must lie in the future' }])
    const data = {
      ...OPEN,
      status: 'archived',
      archivedUntil: until ?? null,
      untilEscalating: untilEscalating ?? false,
      escalatingAt: null,
    }
    return { data, detail: { until: until ?? null, untilEscalating: untilEscalating ?? false } }
  }
  if (action === 'resolve') {
    const resolvedVersionId = version ? await loadVersionId(tx, ctx.project.id, version) : null
    const data = {
      ...OPEN,
      status: 'resolved',
      resolvedAt: ctx.now(),
      resolvedVersionId,
      resolvedInNext: inNextVersion,
      regressedAt: null,
      escalatingAt: null,
    }
    // Whoever resolved it is notified if it comes back.
    return { data, detail: { version: version ?? null, inNextVersion, userId: personOf(ctx.actor)?.userId ?? null } }
  }
  if (action === 'reopen') return { data: { ...OPEN, status: 'open' }, detail: {} }
  const name = owner ? await loadMemberName(tx, ctx.project.id, owner) : null
  return { data: { ownerId: owner ?? null }, detail: { owner: owner ?? null, name } }
}

async function loadVersionId(
  tx: Tx,
  projectId: string,
  { chain, version }: { chain: string; version: string },
): Promise<string> {
  const row = await tx.chainVersion.findFirst({
    where: { projectId, version, chain: { name: chain } },
    select: { id: true },
  })
  if (!row) throw invalidInput([{ path: 'version', message: `${chain} has no version ${version}` }])
  return row.id
}

async function loadMemberName(tx: Tx, projectId: string, userId: string): Promise<string> {
  const row = await tx.membership.findUnique({
    where: { projectId_userId: { projectId, userId } },
    select: { user: { select: { name: true } } },
  })
  if (!row) throw invalidInput([{ path: 'owner', message: 'is no member of this project' }])
  return row.user.name
}
