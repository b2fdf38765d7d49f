import { v7 as uuid } from 'uuid'
import { decideGate as decideContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { inTransaction, type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import type { VersionState } from './chain-versions'
import { loadGateRow } from './gate-row'
import { giveSignals, VERDICT_VALUE } from './gate-signals'
import { loadEvidence } from './load-evidence'
import { type StoredGate, toStoredGate } from './load-gate'
import { mayDecide } from './may-decide'
import { recordOutcome } from './record-outcome'
import { timeOutGateIn } from './time-out-gates'
import { toGateDetail } from './to-gate-detail'
import { moveVersion } from './version-state'

type Input = { gateId: string; verdict: 'approved' | 'rejected'; evidenceDigest: string; reason?: string | undefined }
type Person = { userId: string; name: string }

/**
 * A person's yes or no. One conditional update claims the gate, so of two at once exactly one stands; everything that
 * follows from it commits with it or not at all.
 */
export const decideGate = operation(decideContract, async (ctx, input) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'agents and API keys never decide: a person does, in the browser')
  const isInTime = await inTransaction(ctx, (tx) => decide(tx, ctx, person, input))
  if (!isInTime) throw new AppError('deadline_passed', 'the deadline passed before this decision; nothing was approved')
  return toGateDetail(ctx, input.gateId)
})

/** False when the deadline had passed: the gate is then timed out instead, in this same transaction. */
async function decide(tx: Tx, ctx: ProjectContext, person: Person, input: Input): Promise<boolean> {
  const now = ctx.now()
  const gate = await claim(tx, ctx, person, input)
  if (!gate) {
    await refuseIfClosed(tx, ctx, input.gateId)
    await timeOutGateIn(tx, { projectId: ctx.project.id, gateId: input.gateId }, now)
    return false
  }
  await refuseUnlessAllowed(tx, ctx, gate)
  const { evidence, digest } = await loadEvidence(tx, gate)
  if (digest !== input.evidenceDigest)
    throw new AppError('stale_evidence', 'the evidence has changed since you saw it: reload, look again, then decide')
  const decisionId = uuid()
  const value = VERDICT_VALUE[input.verdict]
  const reason = input.reason ?? null
  const move = await moveVersion(tx, gate, input.verdict === 'approved' ? publish : () => 'rolled_back')
  const moved = await giveSignals(tx, evidence, value, {
    projectId: gate.projectId,
    decisionId,
    by: person.name,
    comment: reason,
    now,
  })
  await recordOutcome(tx, gate, {
    decision: {
      id: decisionId,
      kind: `gate_${input.verdict}`,
      verdict: input.verdict,
      value,
      reason,
      userId: person.userId,
      decidedAt: now,
    },
    evidence,
    digest,
    move,
    moved,
  })
  await audit(
    tx,
    ctx,
    `gate.${input.verdict}`,
    `gate:${gate.id}`,
    { state: 'pending', ...move?.before },
    { state: input.verdict, evidenceDigest: digest, ...move?.after },
  )
  await announceDecision(tx, gate)
  return true
}

/** Approval keeps what is published, and publishes what was held or taken back. */
const publish = (state: VersionState): VersionState => (state === 'superseded' ? state : 'live')

async function claim(tx: Tx, ctx: ProjectContext, person: Person, input: Input): Promise<StoredGate | null> {
  const [row] = await tx.gate.updateManyAndReturn({
    where: { projectId: ctx.project.id, id: input.gateId, state: 'pending', deadlineAt: { gt: ctx.now() } },
    data: { state: input.verdict, decidedAt: ctx.now(), decidedById: person.userId, reason: input.reason ?? null },
  })
  return row ? toStoredGate(row) : null
}

async function refuseIfClosed(tx: Tx, ctx: ProjectContext, gateId: string): Promise<void> {
  const row = await loadGateRow(tx, ctx.project.id, gateId)
  if (row.state === 'pending') return
  if (row.state === 'timed_out')
    throw new AppError('deadline_passed', `the deadline passed at ${row.deadlineAt}; nothing was approved`)
  throw new AppError('already_decided', `${row.decidedBy ?? 'someone'} ${row.state} it at ${row.decidedAt}`)
}

/** Asked as if the gate were still pending: the claim that made it otherwise is this very transaction's. */
async function refuseUnlessAllowed(tx: Tx, ctx: ProjectContext, gate: StoredGate): Promise<void> {
  const version = await tx.chainVersion.findUniqueOrThrow({
    where: { projectId_id: { projectId: gate.projectId, id: gate.versionId } },
  })
  const { allowed, why } = mayDecide(ctx, { ...gate, state: 'pending' }, version)
  if (!allowed) throw new AppError('forbidden', why ?? 'this gate is not yours to decide')
}

/** Tells every open page what a decision on a gate, or its undoing, may have moved. */
export async function announceDecision(tx: Tx, { projectId, id }: StoredGate): Promise<void> {
  await announce(tx, { project: projectId, topic: 'gate', id }, { project: projectId, topic: 'runs' })
}
