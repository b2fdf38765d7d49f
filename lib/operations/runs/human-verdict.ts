import { personOrigins } from '@/lib/contracts/evaluators'
import { Prisma } from '@/lib/db/generated/client'

/** The origins of a person's verdict: literals rather than parameters, as the partial indexes of reviewed runs are not used otherwise. */
export const PERSON_ORIGINS = Prisma.raw(personOrigins.map((origin) => `'${origin}'`).join(', '))

/**
 * The human signal in force of a summary `s`, as one row `g` of a lateral join; no row when there is none. Retracted signals do
 * not count; the summary's `human_origin` selects among several origins.
 */
export const humanSignal = (projectId: string) => Prisma.sql`
  LATERAL (
    SELECT g.value, g.probability, g.recorded_at, g.decision_id, g.by, g.comment FROM (
      SELECT g.*, array_agg(g.retracts) OVER () AS retracted FROM signal g
      WHERE g.project_id = ${projectId}::uuid AND g.run_id = s.id) g
    WHERE g.evaluator = 'human' AND g.origin = s.human_origin AND g.value IS NOT NULL AND (g.id = ANY(g.retracted)) IS NOT TRUE
    ORDER BY g.value <> s.human, g.recorded_at DESC, g.id DESC LIMIT 1) g`

/** Condition that an answer on a pair was not taken back. `verdict` is its alias. */
export const answerStands = (projectId: string, verdict: 'p' | 'v') => {
  const of = Prisma.raw(verdict)
  return Prisma.sql`${of}.choice IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM pair_verdict r WHERE r.project_id = ${projectId}::uuid AND r.pair_id = ${of}.pair_id AND r.retracts = ${of}.id)`
}

/** Condition that a verdict of a person on the run of the summary `s`, or on a pair with it, is in force: the run stays what was judged. */
export const isJudged = (projectId: string) => Prisma.sql`
  (s.human_origin IN (${PERSON_ORIGINS}) OR EXISTS (
    SELECT 1 FROM run_pair p JOIN pair_verdict v ON v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND ${answerStands(projectId, 'v')}
    WHERE p.project_id = ${projectId}::uuid AND (p.a_run_id = s.id OR p.b_run_id = s.id)))`

/** Condition that the review `d` was in force before a time: neither taken back nor replaced by another of the same person. */
export const reviewStands = (projectId: string, before: Date) => Prisma.sql`
  EXISTS (SELECT 1 FROM signal g WHERE g.project_id = ${projectId}::uuid AND g.run_id = d.run_id AND g.decision_id = d.id
    AND NOT EXISTS (
      SELECT 1 FROM signal r WHERE r.project_id = ${projectId}::uuid AND r.run_id = d.run_id AND r.retracts = g.id
        AND r.recorded_at < ${before}::timestamptz))`

/** Condition that the person of the review `d` took back, before a time if given, neither it nor a later verdict that replaced it. */
export const isNotTakenBack = (projectId: string, before?: Date) => Prisma.sql`
  NOT EXISTS (
    SELECT 1 FROM decision u JOIN decision x ON x.project_id = ${projectId}::uuid AND x.id = u.undoes
    WHERE u.project_id = ${projectId}::uuid AND u.run_id = d.run_id AND u.kind = 'review_undone' AND u.undoes IS NOT NULL AND x.user_id = d.user_id
      AND (u.decided_at, u.id) > (d.decided_at, d.id) ${before ? Prisma.sql`AND u.decided_at < ${before}::timestamptz` : Prisma.empty})`

/**
 * Gaps in s between two reviews of a person that tell how long one takes. Shorter ones come from a script or from many runs at once, which
 * nobody read; longer ones have a break in them. With fewer than `from` of them no pace is reported.
 */
export const PACE = { shortestS: 2, longestS: 600, from: 3 }

type FirstVerdicts = {
  /** Further condition on the reviews `d`. */
  where?: Prisma.Sql
  /** Verdicts from this time on are left out. */
  before?: Date
  /** Only the newest verdicts, of which the first of each person on each run are taken. */
  most?: number
}

/**
 * Selects the first verdict of each person on each run: its id, run, person, value, time, and whether it was blind. A revised verdict counts
 * with its first version, one taken back not at all.
 */
export function selectFirstVerdicts(projectId: string, { where, before, most }: FirstVerdicts): Prisma.Sql {
  const newest = most === undefined ? Prisma.empty : Prisma.sql`ORDER BY d.decided_at DESC, d.id DESC LIMIT ${most}`
  return Prisma.sql`
    SELECT DISTINCT ON (d.run_id, d.user_id) d.* FROM (
      SELECT d.id, d.run_id, d.user_id, d.value, d.is_blind, d.decided_at FROM decision d
      WHERE d.project_id = ${projectId}::uuid AND d.kind = 'review' AND d.value IS NOT NULL AND ${isNotTakenBack(projectId, before)}
        ${before ? Prisma.sql`AND d.decided_at < ${before}::timestamptz` : Prisma.empty} ${where ? Prisma.sql`AND ${where}` : Prisma.empty}
      ${newest}) d
    ORDER BY d.run_id, d.user_id, d.decided_at, d.id`
}

/**
 * Of the people's first verdicts on one run, oldest first, those given without sight of another: the first, and blind ones. Others show
 * agreement with what was seen.
 */
export function independentOf<V extends { isBlind: boolean }>(verdicts: readonly V[]): V[] {
  return verdicts.filter(({ isBlind }, place) => isBlind || place === 0)
}

/**
 * Verdicts that a person gave on one run, as a summary `s` with its signal `g`: by a review, or by deciding a gate opened on
 * that run alone. Excluded are decisions on a version or on many runs (weak evidence for each run), verdicts ingested with the
 * run, retracted ones, and disputed runs. Limited to the latest `most`.
 */
export const personVerdicts = (projectId: string, most: number) => Prisma.sql`
  (SELECT d.id, d.run_id FROM decision d
    WHERE d.project_id = ${projectId}::uuid AND d.run_id IS NOT NULL AND d.kind IN ('review', 'gate_approved', 'gate_rejected')
      AND NOT EXISTS (SELECT 1 FROM gate_run j WHERE j.project_id = ${projectId}::uuid AND j.gate_id = d.gate_id)
    ORDER BY d.decided_at DESC LIMIT ${most}) d
  JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = d.run_id AND NOT s.disputed AND s.human_origin IN (${PERSON_ORIGINS})
  JOIN ${humanSignal(projectId)} ON g.decision_id = d.id`
