import type { GateVoteView } from '@/lib/contracts/gate-people'
import { type GateDetail, type GateEffect, gateEffect } from '@/lib/contracts/gates'
import type { DecisionView } from '@/lib/contracts/reviews'
import type { Db } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import { countingApprovals, hasVoted, mayVote } from '@/lib/engine/gate-states/count-approvals'
import { latestDeadline } from '@/lib/engine/gate-states/deadlines'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { toDecisionView } from '../reviews/to-decision-view'
import { listChainVersions } from './chain-versions'
import { runConsequences, versionConsequences } from './consequences'
import { findDependent } from './find-dependent'
import { permissionsOf } from './gate-permissions'
import { loadGateRow } from './gate-row'
import { loadStanding, type Standing } from './gate-standing'
import { type Evidence, loadEvidence, lostEvidence } from './load-evidence'
import { frozenEffect, frozenEvidence, loadGate, type StoredGate } from './load-gate'
import { toEventView } from './to-event-view'

/** Everything about one gate, for the one who asks. A closed gate shows the evidence that was frozen into it. */
export async function toGateDetail(ctx: ProjectContext, gateId: string): Promise<GateDetail> {
  const stored = await loadGate(ctx.db, ctx.project.id, gateId)
  const gate = await loadGateRow(ctx.db, ctx.project.id, gateId)
  const versions = await listChainVersions(ctx.db, ctx.project.id, [stored.chainId])
  const version = versions.find((row) => row.id === stored.versionId)
  if (!version) throw notFound('chain version')
  const shown = await evidenceOf(ctx.db, stored)
  const { evidence, digest } = shown
  const dependent = await findDependent(ctx.db, stored)
  const standing = await loadStanding(ctx.db, stored, { now: ctx.now(), evidence: shown, dependent })
  const decisions = await listDecisions(ctx.db, stored)
  return {
    gate,
    evidence,
    evidenceDigest: digest,
    consequences: stored.runId
      ? runConsequences(evidence)
      : versionConsequences(versions, version, evidence.current.dots.length),
    votes: toVoteViews(standing),
    deciders: {
      listed: standing.deciders.listed,
      people: standing.deciders.people.filter((person) => mayVote(person.userId, standing.facts)),
    },
    latestDeadlineAt: new Date(latestDeadline(standing.status)).toISOString(),
    events: standing.events.map(toEventView),
    hasVoted: ctx.actor.kind === 'user' && hasVoted(standing.status, ctx.actor.userId, digest),
    ...permissionsOf(ctx, standing),
    effect: frozenEffect(stored),
    undoEffect: findUndoEffect(decisions.rows),
    history: decisions.views,
    now: ctx.now().toISOString(),
  }
}

function toVoteViews({ status, facts }: Standing): GateVoteView[] {
  const counting = new Set(countingApprovals(status, facts))
  return status.votes.map((vote) => ({
    by: { userId: vote.userId, name: vote.name },
    verdict: vote.verdict,
    reason: vote.reason,
    at: vote.at.toISOString(),
    counts: vote.verdict === 'rejected' || counting.has(vote),
  }))
}

/** A closed gate never shows what is there now as what it was closed on. */
async function evidenceOf(db: Db, gate: StoredGate): Promise<Evidence> {
  if (gate.state === 'pending') return loadEvidence(db, gate)
  const evidence = frozenEvidence(gate)
  if (evidence && gate.evidenceDigest) return { evidence, digest: gate.evidenceDigest }
  return lostEvidence(db, gate)
}

async function listDecisions(
  db: Db,
  { projectId, id }: StoredGate,
): Promise<{ rows: Decision[]; views: DecisionView[] }> {
  const rows = await db.decision.findMany({
    where: { projectId, gateId: id },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  })
  const people = await db.user.findMany({
    where: { id: { in: rows.flatMap((row) => row.userId ?? []) } },
    select: { id: true, name: true },
  })
  const names = new Map(people.map((person) => [person.id, person.name]))
  const undone = new Set(rows.map((row) => row.undoes))
  return {
    rows,
    views: rows.map((row) =>
      toDecisionView(row, (row.userId && names.get(row.userId)) || 'Deadline', undone.has(row.id)),
    ),
  }
}

function findUndoEffect(rows: readonly Decision[]): GateEffect | null {
  const after = rows.find((row) => row.kind === 'gate_undone')?.after
  const effect = typeof after === 'object' && after !== null && 'effect' in after ? after.effect : null
  return gateEffect.nullable().parse(effect)
}
