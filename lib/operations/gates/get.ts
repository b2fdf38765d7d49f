import { waitForGate as waitContract } from '@/lib/contracts/gate-moves'
import {
  type GateDetail,
  type GateEffect,
  type GateRow,
  type GateVoteView,
  gateEffect,
  getGate as getContract,
} from '@/lib/contracts/gates'
import { isRecord } from '@/lib/contracts/is-record'
import type { DecisionView } from '@/lib/contracts/reviews'
import type { Db } from '@/lib/db/client'
import { type Decision, Prisma } from '@/lib/db/generated/client'
import { countingApprovals, hasVoted, latestDeadline, mayVote } from '@/lib/engine/gate-states/apply-gate-event'
import { type GateConsequences, runConsequences, versionConsequences } from '@/lib/presentation/gate-consequences'
import { findBlindSubjects, readerOf } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { watchChanges } from '../live/changes'
import { operation } from '../operation'
import { type NamedDecision, selectDecisions, toDecisionView } from '../runs/views'
import { shutdownSignal } from '../shutdown'
import { type ChainVersionRow, listChainVersions, servedIf } from '../versions/serving'
import { loadAftermath, undoConsequence } from './aftermath'
import { coverEvents, coverEvidence, findRunReviews, isGateCovered } from './covered'
import { toEventView } from './events'
import { type Evidence, loadEvidence, lostEvidence } from './evidence'
import { permissionsOf } from './permissions'
import { countMoved } from './signals'
import { type GateState, loadGateState } from './state'
import {
  findDependent,
  frozenEffect,
  frozenEvidence,
  gateUrl,
  loadGate,
  loadGateRow,
  type StoredGate,
  storedOpening,
} from './store'
import { loadWorstPairs } from './worst-pairs'

/** Returns one gate with its evidence and the caller's permissions. */
export const getGate = operation(getContract, (ctx, { gateId }) => loadGateDetail(ctx, gateId))

/** Loads everything the gate's page shows to this caller. A closed gate shows the evidence frozen into it. */
export async function loadGateDetail(ctx: ProjectContext, gateId: string): Promise<GateDetail> {
  const stored = await loadGate(ctx.db, ctx.project.id, gateId)
  const [gate, versions, blind, shown, dependent, decisions] = await Promise.all([
    loadGateRow(ctx.db, ctx.project.id, gateId),
    listChainVersions(ctx.db, ctx.project.id, [stored.chainId]),
    findBlindSubjects(ctx),
    evidenceOf(ctx.db, stored),
    findDependent(ctx.db, stored),
    listDecisions(ctx.db, stored),
  ])
  const version = versions.find((row) => row.id === stored.versionId)
  if (!version) throw notFound('chain version')
  const isCovered = isGateCovered(ctx, blind, stored)
  const { digest } = shown
  const { evidence, confidenceFall } = await coverEvidence(ctx, blind, shown)
  const gateState = await loadGateState(ctx.db, stored, { now: ctx.now(), evidence: shown, dependent })
  const permissions = permissionsOf(ctx, gateState)
  const decision = decisions.rows.find(({ kind }) => kind === 'gate_approved' || kind === 'gate_rejected')
  return {
    gate,
    opening: storedOpening(stored),
    evidence,
    ...(stored.runId === null
      ? await loadWorstPairs(ctx.db, ctx.project.id, evidence, confidenceFall !== null)
      : { worst: [], rankedBy: 'quality' as const }),
    confidenceFall,
    evidenceDigest: digest,
    consequences: gate.state === 'pending' ? await consequencesOf(ctx, stored, evidence, { versions, version }) : null,
    votes: toVoteViews(gateState).filter(({ by }) => !isCovered || by.userId === readerOf(ctx)),
    deciders: toDeciders(gateState),
    latestDeadlineAt: new Date(latestDeadline(gateState.status)).toISOString(),
    events: (isCovered ? coverEvents(ctx, gateState.events) : gateState.events).map(toEventView),
    hasVoted: ctx.actor.kind === 'user' && hasVoted(gateState.status, ctx.actor.userId, digest),
    isCovered,
    runReview: (await findRunReviews(ctx, blind, [gate]))(gate),
    ...permissions,
    effect: frozenEffect(stored),
    undoEffect: findUndoEffect(decisions.rows),
    undoConsequence: permissions.mayUndo.allowed && decision ? await undoConsequence(ctx.db, stored, decision) : null,
    ...(await loadAftermath(ctx.db, stored, versions)),
    history: decisions.views,
    now: ctx.now().toISOString(),
  }
}

/** Number of people that are named: as many as a chain can list. */
const NAMED = 50

function toDeciders({ approvers, facts }: GateState): GateDetail['deciders'] {
  const people = approvers.people.filter((person) => mayVote(person.userId, facts))
  return {
    listed: approvers.listed,
    people: people.slice(0, NAMED),
    count: people.length,
    authorIds: [...facts.authorIds],
  }
}

function toVoteViews({ status, facts }: GateState): GateVoteView[] {
  const counting = new Set(countingApprovals(status, facts))
  return status.votes.map((vote) => ({
    by: { userId: vote.userId, name: vote.name },
    verdict: vote.verdict,
    reason: vote.reason,
    at: vote.at.toISOString(),
    counts: vote.verdict === 'rejected' || counting.has(vote),
  }))
}

/** A closed gate never falls back to current evidence, which is not what it was closed on. */
async function evidenceOf(db: Db, gate: StoredGate): Promise<Evidence> {
  if (gate.state === 'pending') return loadEvidence(db, gate)
  const evidence = frozenEvidence(gate)
  if (evidence && gate.evidenceDigest)
    return { evidence, confidenceFall: null, read: new Map(), digest: gate.evidenceDigest }
  return lostEvidence(db, gate)
}

async function listDecisions(
  db: Db,
  { projectId, id }: StoredGate,
): Promise<{ rows: Decision[]; views: DecisionView[] }> {
  const rows = await db.$queryRaw<NamedDecision[]>(selectDecisions(projectId, Prisma.sql`d.gate_id = ${id}::uuid`))
  const undone = new Set(rows.map((row) => row.undoes))
  return {
    rows,
    views: rows.map((row) => toDecisionView(row, row.userName ?? 'Deadline', undone.has(row.id))),
  }
}

function findUndoEffect(rows: readonly Decision[]): GateEffect | null {
  const after = rows.find((row) => row.kind === 'gate_undone')?.after
  return gateEffect.nullable().parse(isRecord(after) ? (after.effect ?? null) : null)
}

async function consequencesOf(
  ctx: ProjectContext,
  { runId }: StoredGate,
  evidence: GateDetail['evidence'],
  { versions, version }: { versions: readonly ChainVersionRow[]; version: ChainVersionRow },
): Promise<GateConsequences> {
  const { dots, n } = evidence.current
  const judged = { dots: dots.length, n, moved: await countMoved(ctx.db, ctx.project.id, evidence) }
  return runId
    ? runConsequences(judged, evidence.bestAttempt)
    : versionConsequences(judged, {
        version: version.version,
        isPublished: version.state === 'live' || version.state === 'superseded',
        servesIfLive: servedIf(versions, version.id, 'live'),
        servesOtherwise: servedIf(versions, version.id, 'rolled_back'),
      })
}

// A person decides in minutes or hours, and each call is itself a long poll.
const ASK_AGAIN_S = 30

/**
 * Waits until the gate is closed, by any instance, or the timeout ends; returns the gate.
 * @throws forbidden if others have decided it, and the caller is to review its run blind
 */
export const waitForGate = operation(waitContract, async (ctx, { gateId, timeoutSeconds }) => {
  const gate = timeoutSeconds > 0 ? await untilClosed(ctx, gateId, timeoutSeconds) : await load(ctx, gateId)
  const decided = gate.state !== 'pending'
  if (decided) isGateCovered(ctx, await findBlindSubjects(ctx), await loadGate(ctx.db, ctx.project.id, gateId))
  const askAgainInSeconds = decided ? null : ASK_AGAIN_S
  return { state: gate.state, decided, askAgainInSeconds, url: gateUrl(ctx.project, gateId), gate }
})

async function untilClosed(ctx: ProjectContext, gateId: string, seconds: number): Promise<GateRow> {
  const ends = AbortSignal.any([
    AbortSignal.timeout(seconds * 1000),
    shutdownSignal(),
    ...(ctx.signal ? [ctx.signal] : []),
  ])
  const watch = watchChanges(ctx.project.id, ({ topic, id }) => topic === 'gate' && id === gateId)
  try {
    for (;;) {
      const isLast = ends.aborted
      const gate = await load(ctx, gateId)
      if (gate.state !== 'pending' || isLast) return gate
      await watch.next(ends)
    }
  } finally {
    watch.stop()
  }
}

const load = (ctx: ProjectContext, gateId: string) => loadGateRow(ctx.db, ctx.project.id, gateId)
