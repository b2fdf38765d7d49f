import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import { getReviewQueue as contract, type ReviewFilters } from '@/lib/contracts/review-queue'
import { type ReviewReason, reviewReasons } from '@/lib/contracts/vocabulary'
import type { Db } from '@/lib/db/client'
import { quantile } from '@/lib/engine/stats/descriptive'
import { personOf } from '../context'
import { operation } from '../operation'
import { isNotTakenBack, PACE } from '../runs/human-verdict'
import { type Asking, chosenBy, isHeld, listItems, openTo } from './items'

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Maximum items counted, highest value first. */
const COUNTED = 1000
const HELD_SHOWN = 50

/** Returns what waits for review, and the caller's progress. */
export const getReviewQueue = operation(contract, async (ctx, filters) => {
  const userId = personOf(ctx.actor)?.userId ?? NOBODY
  const asking = { projectId: ctx.project.id, userId, now: ctx.now() }
  const [open, others, held, pace, audit] = await Promise.all([
    countOpen(ctx.db, asking, filters),
    countOthers(ctx.db, asking),
    findHeld(ctx.db, asking),
    loadPace(ctx.db, asking, filters),
    countDrawn(ctx.db, asking),
  ])
  return { ...open, ...others, ...held, ...pace, audit }
})

async function countOpen(db: Db, asking: Asking, filters: ReviewFilters) {
  const { reason, ...others } = filters
  const everything = await findOpen(db, asking, {})
  const inOthers = others.chain || others.assigned ? await findOpen(db, asking, others) : everything
  const chosen = reason && reason.length > 0 ? await findOpen(db, asking, filters) : inOthers
  const byChain = Map.groupBy(everything.items, ({ chain }) => chain)
  return {
    waiting: chosen.items.length,
    everything: everything.items.length,
    exact: { waiting: chosen.isExact, everything: everything.isExact },
    reasons: reviewReasons.flatMap((reason) => {
      const count = inOthers.items.filter(({ reasons }) => reasons.includes(reason)).length
      return count > 0 ? [{ reason, count }] : []
    }),
    chains: [...byChain]
      .map(([chain, { length: count }]) => ({ chain, count }))
      .sort((a, b) => b.count - a.count || (a.chain < b.chain ? -1 : 1)),
    assignedToMe: everything.items.filter(({ isAssigned }) => isAssigned).length,
  }
}

type OpenItem = { reasons: ReviewReason[]; chain: string; isAssigned: boolean }

/** Finds what waits for this person with these filters, highest value first. `isExact`: no more than these. */
async function findOpen(db: Db, asking: Asking, filters: ReviewFilters) {
  const found = await db.$queryRaw<OpenItem[]>`
    SELECT i.reasons, c.name AS chain, coalesce(i.assigned_to_id = ${asking.userId}::uuid, false) AS "isAssigned"
    FROM (SELECT * FROM review_item i WHERE ${openTo(asking)} AND ${chosenBy(filters, asking)}
      ORDER BY i.value DESC, i.queued_at, i.run_id LIMIT ${COUNTED + 1}) i
    JOIN chain c ON c.project_id = ${asking.projectId}::uuid AND c.id = i.chain_id`
  return { items: found.slice(0, COUNTED), isExact: found.length <= COUNTED }
}

type OthersRow = { heldByOthers: number; withOthers: number; nextEnd: Date | null; disputed: number }

async function countOthers(db: Db, { projectId, userId, now }: Asking) {
  const [row] = await db.$queryRaw<OthersRow[]>`
    SELECT count(*) FILTER (WHERE ${isHeld({ projectId, now })} AND held_by_id IS DISTINCT FROM ${userId}::uuid)::int AS "heldByOthers",
      count(*) FILTER (WHERE claimed_until > ${now} AND claimed_by_id IS DISTINCT FROM ${userId}::uuid)::int AS "withOthers",
      least(min(held_until) FILTER (WHERE ${isHeld({ projectId, now })}),
        min(claimed_until) FILTER (WHERE claimed_until > ${now} AND claimed_by_id IS DISTINCT FROM ${userId}::uuid)) AS "nextEnd",
      (SELECT count(*) FROM review_item d WHERE d.project_id = ${projectId}::uuid AND d.state = 'waiting' AND 'disputed' = ANY(d.reasons))::int AS disputed
    FROM (SELECT * FROM review_item WHERE project_id = ${projectId}::uuid AND state = 'waiting'
      ORDER BY value DESC, queued_at, run_id LIMIT ${COUNTED}) i`
  const { nextEnd = null, ...counts } = row ?? { heldByOthers: 0, withOthers: 0, disputed: 0 }
  return { ...counts, changesInMs: nextEnd && nextEnd.getTime() - now.getTime() }
}

async function findHeld(db: Db, asking: Asking) {
  const { projectId, userId, now } = asking
  const where = { projectId, state: 'waiting', heldById: userId, heldUntil: { gt: now } }
  const rows = await db.reviewItem.findMany({
    where,
    orderBy: [{ heldUntil: 'asc' }, { runId: 'asc' }],
    take: HELD_SHOWN,
    select: { runId: true },
  })
  const ids = rows.map(({ runId }) => runId)
  return { held: await listItems(db, asking, ids), heldByMe: await db.reviewItem.count({ where }) }
}

/** Reviews within this time count as one session. */
const SITTING_MS = 12 * HOUR_MS
/** Maximum gaps that a pace is the median of, newest first. */
const PACED = 30

type Given = { runId: string; clientId: string; decisionId: string; verdict: string; at: Date; chain: string }

/** Pace and last verdict are those of all chains. Reasons and assignments end with the review, so that they tell nothing of reviewed runs. */
async function loadPace(db: Db, { projectId, userId, now }: Asking, { chain, reason, assigned }: ReviewFilters) {
  const from = new Date(now.getTime() - SITTING_MS)
  const given = await db.$queryRaw<Given[]>`
    SELECT d.run_id AS "runId", s.client_id AS "clientId", d.id AS "decisionId", d.verdict, d.decided_at AS at, c.name AS chain
    FROM decision d JOIN run_summary s ON s.project_id = d.project_id AND s.id = d.run_id
    JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
    WHERE d.project_id = ${projectId}::uuid AND d.decided_at > ${from} AND d.user_id = ${userId}::uuid AND d.kind = 'review'
      AND ${isNotTakenBack(projectId)}
    ORDER BY d.decided_at DESC, d.id DESC LIMIT 1000`
  const gaps = given
    .flatMap(({ at }, index) => {
      const before = given[index + 1]
      return before ? [(at.getTime() - before.at.getTime()) / 1000] : []
    })
    .filter((seconds) => seconds >= PACE.shortestS && seconds <= PACE.longestS)
    .slice(0, PACED)
  const [last] = given
  const isKnown = (reason ?? []).length === 0 && !assigned
  const done = given.filter((one) => chain === undefined || one.chain === chain)
  return {
    doneToday: isKnown ? new Set(done.map(({ runId }) => runId)).size : null,
    secondsEach: gaps.length >= PACE.from ? quantile(gaps, 0.5) : null,
    last: last ? toLast(last) : null,
  }
}

const toLast = ({ chain: _, at, ...last }: Given) => ({ ...last, at: at.toISOString() })

const AUDITED_DAYS = 30

async function countDrawn(db: Db, { projectId, now }: Asking): Promise<{ drawn: number; answered: number }> {
  const from = new Date(now.getTime() - AUDITED_DAYS * DAY_MS)
  const [row] = await db.$queryRaw<{ drawn: number; answered: number }[]>`
    SELECT count(*)::int AS drawn, count(*) FILTER (WHERE state = 'done' OR cardinality(said_by) > 0)::int AS answered
    FROM review_item WHERE project_id = ${projectId}::uuid AND probability IS NOT NULL AND queued_at > ${from}`
  return row ?? { drawn: 0, answered: 0 }
}
