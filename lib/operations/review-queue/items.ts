import { getReviewItem as contract, type PersonVerdict } from '@/lib/contracts/blind-reviews'
import type { ReviewFilters, ReviewItem } from '@/lib/contracts/review-queue'
import type { ReviewReason } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { scopeRefusal } from '../authorize'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { isDecider } from '../members/members'
import { operation } from '../operation'
import { findAnswers } from '../reviews/answers'
import { findRunFacts } from '../run-detail/facts'
import { toRunDetail } from '../run-detail/get'
import { findAsked } from '../runs/asked'
import { loadRubric } from './rubric'

/** The reviewing person: a reviewer or an admin, never an API key. @throws forbidden */
export function loadReviewer(ctx: ProjectContext): { userId: string; name: string } {
  const person = personOf(ctx.actor)
  const refusal = scopeRefusal(ctx.actor, ctx.role, 'decide')
  if (refusal || !person) throw refusal ?? new AppError('forbidden', 'only a person reviews')
  return person
}

/** A person who asks for items, and when. */
export type Asking = { projectId: string; userId: string; now: Date }

/** The reviewing person as one who asks for items. @throws forbidden */
export function loadAsking(ctx: ProjectContext): Asking {
  return { projectId: ctx.project.id, userId: loadReviewer(ctx).userId, now: ctx.now() }
}

/** Condition: item `i` is assigned to a person who may still review. An assignment to one who left counts for nothing. */
const isAssigned = (projectId: string) => isDecider(projectId, Prisma.sql`i.assigned_to_id`)

/** Condition: item `i` is held, by a person who may still review. */
export const isHeld = ({ projectId, now }: Pick<Asking, 'projectId' | 'now'>) =>
  Prisma.sql`(i.held_until > ${now} AND ${isDecider(projectId, Prisma.sql`i.held_by_id`)})`

/**
 * Items `i` this person may be given: waiting, not claimed by others, not held, and not yet reviewed by this person. A run that they hold
 * themselves is theirs while they have claimed it by its id, as after taking a verdict on it back.
 */
export function openTo({ projectId, userId, now }: Asking, isNamed = false): Prisma.Sql {
  const isTakenUp = isNamed
    ? Prisma.sql`true`
    : Prisma.sql`i.claimed_by_id = ${userId}::uuid AND i.claimed_until > ${now}`
  return Prisma.sql`i.project_id = ${projectId}::uuid AND i.state = 'waiting'
    AND (i.claimed_by_id IS NULL OR i.claimed_until <= ${now} OR i.claimed_by_id = ${userId}::uuid)
    AND (i.held_until IS NULL OR NOT ${isHeld({ projectId, now })} OR coalesce(i.held_by_id = ${userId}::uuid AND ${isTakenUp}, false))
    AND (i.assigned_to_id IS NULL OR i.assigned_to_id = ${userId}::uuid OR NOT ${isAssigned(projectId)})
    AND NOT (${userId}::uuid = ANY(i.said_by))`
}

/** Condition of the filters on items `i`. */
export function chosenBy({ chain, reason, assigned }: ReviewFilters, { projectId, userId }: Asking): Prisma.Sql {
  return Prisma.sql`${chain === undefined ? Prisma.sql`true` : Prisma.sql`i.chain_id = (SELECT id FROM chain WHERE project_id = ${projectId}::uuid AND name = ${chain})`}
    AND ${reason === undefined || reason.length === 0 ? Prisma.sql`true` : Prisma.sql`i.reasons && ${reason}::text[]`}
    AND ${assigned ? Prisma.sql`i.assigned_to_id = ${userId}::uuid` : Prisma.sql`true`}`
}

type Row = {
  runId: string
  clientId: string
  chain: string
  version: string
  reasons: ReviewReason[]
  gateId: string | null
  gateDeadlineAt: Date | null
  occurredAt: Date
  queuedAt: Date
  said: number
  needed: number
  assignedToId: string | null
  assignedTo: string | null
  heldUntil: Date | null
  heldById: string | null
  heldBy: string | null
  heldWhy: string | null
  claimedUntil: Date | null
}

/** Loads these items in the given order; unknown ones are left out. */
export async function listItems(
  db: Db | Tx,
  { projectId, userId, now }: Asking,
  runIds: readonly string[],
): Promise<ReviewItem[]> {
  if (runIds.length === 0) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT i.run_id AS "runId", s.client_id AS "clientId", c.name AS chain, v.version, i.reasons,
      g.id AS "gateId", g.deadline_at AS "gateDeadlineAt",
      s.occurred_at AS "occurredAt", i.queued_at AS "queuedAt", cardinality(i.said_by) AS said, i.needed,
      a.id AS "assignedToId", a.name AS "assignedTo",
      CASE WHEN ${isHeld({ projectId, now })} THEN i.held_until END AS "heldUntil", i.held_by_id AS "heldById", h.name AS "heldBy", i.held_why AS "heldWhy",
      CASE WHEN i.claimed_by_id = ${userId}::uuid AND i.claimed_until > ${now} THEN i.claimed_until END AS "claimedUntil"
    FROM unnest(${runIds}::uuid[]) WITH ORDINALITY AS x(id, place)
    JOIN review_item i ON i.project_id = ${projectId}::uuid AND i.run_id = x.id
    JOIN run_summary s ON s.project_id = i.project_id AND s.id = i.run_id
    JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
    JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id
    LEFT JOIN LATERAL (
      SELECT id, deadline_at FROM gate WHERE project_id = ${projectId}::uuid AND state = 'pending' AND run_id = i.run_id
      ORDER BY deadline_at LIMIT 1) g ON true
    LEFT JOIN "user" a ON a.id = i.assigned_to_id AND ${isAssigned(projectId)}
    LEFT JOIN "user" h ON h.id = i.held_by_id
    ORDER BY x.place`
  const asked = await findAsked(db, projectId, runIds, userId)
  return rows.map((row) => toItem(row, asked.get(row.runId) ?? null))
}

/** @throws not_found when the run was never in the queue */
export async function loadItem(db: Db | Tx, asking: Asking, runId: string): Promise<ReviewItem> {
  const [item] = await listItems(db, asking, [runId])
  if (!item) throw notFound('run in the review queue')
  return item
}

function toItem(
  { assignedToId, assignedTo, heldUntil, heldById, heldBy, heldWhy, ...row }: Row,
  asked: ReviewItem['asked'],
): ReviewItem {
  return {
    ...row,
    asked,
    occurredAt: row.occurredAt.toISOString(),
    queuedAt: row.queuedAt.toISOString(),
    gateDeadlineAt: row.gateDeadlineAt?.toISOString() ?? null,
    assignedTo: assignedToId === null ? null : { userId: assignedToId, name: assignedTo ?? 'someone who has left' },
    held:
      heldUntil !== null
        ? { until: heldUntil.toISOString(), userId: heldById, by: heldBy ?? 'someone who has left', why: heldWhy }
        : null,
    claimedUntil: row.claimedUntil?.toISOString() ?? null,
  }
}

/** Returns a run for a blind review: the contract leaves out scores, predictions and other people's verdicts. */
export const getReviewItem = operation(contract, async (ctx, { runId }) => {
  const projectId = ctx.project.id
  const [facts, verdicts] = await Promise.all([
    findRunFacts(ctx.db, projectId, runId),
    listPersonVerdicts(ctx.db, projectId, runId),
  ])
  if (!facts) throw notFound('run')
  const { chainId } = facts.run
  const [rubric, { review }] = await Promise.all([
    loadRubric(ctx.db, projectId, chainId),
    loadEffectiveConfiguration(ctx.db, projectId, chainId),
  ])
  const me = personOf(ctx.actor)?.userId
  const mine = verdicts.find(({ userId }) => userId === me) ?? null
  const undone = me === undefined || mine ? null : await findUndoneVerdict(ctx.db, projectId, runId, me)
  return { detail: toRunDetail(facts), rubric, isBlind: review.blind, mine, undone }
})

type VerdictRow = Omit<PersonVerdict, 'at' | 'answers'> & { at: Date }

/** Lists each person's verdict on a run that was neither changed nor retracted, with their answers, earliest first. */
export async function listPersonVerdicts(db: Db | Tx, projectId: string, runId: string): Promise<PersonVerdict[]> {
  const rows = await db.$queryRaw<VerdictRow[]>`
    SELECT d.id AS "decisionId", d.user_id AS "userId", coalesce(g.by, 'someone') AS by, d.verdict, g.value, d.reason,
      d.decided_at AS at, d.is_blind AS "isBlind", d.revises
    FROM signal g JOIN decision d ON d.project_id = g.project_id AND d.id = g.decision_id
    WHERE g.project_id = ${projectId}::uuid AND g.run_id = ${runId}::uuid AND g.evaluator = 'human' AND g.origin = 'review'
      AND g.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM signal r WHERE r.project_id = ${projectId}::uuid AND r.run_id = g.run_id AND r.retracts = g.id)
    ORDER BY d.decided_at, d.id`
  return withAnswers(db, projectId, runId, rows)
}

/** Returns a person's latest verdict on a run, for one who has none in force: it was taken back. */
async function findUndoneVerdict(
  db: Db,
  projectId: string,
  runId: string,
  userId: string,
): Promise<PersonVerdict | null> {
  const rows = await db.$queryRaw<VerdictRow[]>`
    SELECT d.id AS "decisionId", d.user_id AS "userId", u.name AS by, d.verdict, d.value, d.reason, d.decided_at AS at,
      d.is_blind AS "isBlind", d.revises
    FROM decision d JOIN "user" u ON u.id = d.user_id
    WHERE d.project_id = ${projectId}::uuid AND d.run_id = ${runId}::uuid AND d.user_id = ${userId}::uuid AND d.kind = 'review'
      AND d.value IS NOT NULL
    ORDER BY d.decided_at DESC, d.id DESC LIMIT 1`
  const [undone = null] = await withAnswers(db, projectId, runId, rows)
  return undone
}

async function withAnswers(
  db: Db | Tx,
  projectId: string,
  runId: string,
  rows: VerdictRow[],
): Promise<PersonVerdict[]> {
  const decisionIds = rows.map(({ decisionId }) => decisionId)
  const answers = await findAnswers(db, projectId, runId, decisionIds)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString(), answers: answers.get(row.decisionId) ?? [] }))
}
