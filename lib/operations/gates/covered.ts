import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateRow, GateRunReview } from '@/lib/contracts/gates'
import type { GateEvent } from '@/lib/db/generated/client'
import { type BlindSubjects, readerOf } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { AppError } from '../errors'
import { coverKeptResults } from '../kept-scenarios/store'
import { type CoveredRun, coverRun, findCoveredAmong } from '../runs/covered'
import { selectEffective } from '../runs/signals'
import type { Evidence } from './evidence'
import type { StoredGate } from './store'
import type { VersionEvidence } from './version-evidence'

/**
 * Whether the caller is to review blind a run that the gate is about: what others said on the gate is then left out.
 * @throws AppError if others have decided the gate, of which only what they said would be left
 */
export function isGateCovered(ctx: ProjectContext, blind: BlindSubjects, gate: StoredGate): boolean {
  const isCovered = blind.gates.has(gate.id)
  if (isCovered && isDecidedByOther(ctx, gate))
    throw new AppError(
      'forbidden',
      'You review its run blind. How it was decided is shown once you have given your verdict.',
    )
  return isCovered
}

const isDecidedByOther = (ctx: ProjectContext, { state, decidedById }: StoredGate) =>
  (state === 'approved' || state === 'rejected') && decidedById !== readerOf(ctx)

/** Leaves out the votes of others, and the reasons they gave. */
export function coverEvents(ctx: ProjectContext, events: readonly GateEvent[]): GateEvent[] {
  const reader = readerOf(ctx)
  return events.flatMap((event) => {
    if (event.userId === reader) return [event]
    return event.kind === 'voted' ? [] : [{ ...event, reason: null }]
  })
}

/**
 * The evidence as this caller may see it: without what others said of runs that the caller must not know yet, which are shown as before
 * their verdicts. A mean that is the score of one such run is left out.
 */
export async function coverEvidence(
  ctx: ProjectContext,
  blind: BlindSubjects,
  { evidence, confidenceFall }: Evidence,
): Promise<VersionEvidence> {
  const { run } = evidence
  const dots = [evidence.prior, evidence.current].flatMap((side) => side?.dots.map(({ runId }) => runId) ?? [])
  const covered = await findCoveredAmong(ctx, blind, run ? [run.id, ...dots] : dots)
  const kept = coverKeptResults(blind, evidence.kept)
  if (covered.size === 0) return { evidence: { ...evidence, kept }, confidenceFall }
  const own = run && covered.get(run.id)
  return {
    evidence: {
      ...evidence,
      ...coverMeans(evidence, covered),
      ...(own && { run: coverRun(run, own), execution: null }),
      kept,
    },
    confidenceFall,
  }
}

type Side = GateEvidence['current']

/** Both sides with the scores before the verdicts. A mean of one covered run is left out, and whatever reveals it. */
function coverMeans(
  { prior, current, scenarios, delta, probability, paired }: GateEvidence,
  covered: ReadonlyMap<string, CoveredRun>,
): Partial<GateEvidence> {
  const coverSide = <S extends Side>(side: S): S => ({
    ...side,
    ...(isAlone(side.dots, covered) && { mean: null, interval: null }),
    dots: side.dots.map((dot) => {
      const found = covered.get(dot.runId)
      return found ? { ...dot, score: found.before?.quality ?? null } : dot
    }),
  })
  const tellsOne = [prior, current].some((side) => side && isAlone(side.dots, covered))
  const meanOf = (side: Side | null, scenario: string, mean: number | null) =>
    isAlone(side?.dots.filter((dot) => dot.scenario === scenario) ?? [], covered) ? null : mean
  const shown = scenarios.map(({ scenario, ...means }) => {
    const [was, is] = [meanOf(prior, scenario, means.prior), meanOf(current, scenario, means.current)]
    return { scenario, prior: was, current: is, drop: was === null || is === null ? null : means.drop }
  })
  return {
    prior: prior && coverSide(prior),
    current: coverSide(current),
    scenarios: shown,
    ...(tellsOne ? { delta: null, probability: null, paired: null } : { delta, probability, paired }),
  }
}

/** Whether one covered run is all that has a score. */
function isAlone(dots: Side['dots'], covered: ReadonlyMap<string, CoveredRun>): boolean {
  const [only, ...others] = dots.filter(({ score }) => score !== null)
  return only !== undefined && others.length === 0 && covered.has(only.runId)
}

type Subject = Pick<GateRow, 'state' | 'runId'>

/**
 * Returns a lookup of the verdict that counts among those people gave on the run of a pending gate itself. Without those that the caller must
 * not see yet, because they are to review the run blind.
 */
export async function findRunReviews(
  ctx: ProjectContext,
  blind: BlindSubjects,
  gates: readonly Subject[],
): Promise<(gate: Subject) => GateRunReview | null> {
  const runIds = gates.flatMap(({ state, runId }) => (state === 'pending' && runId !== null ? [runId] : []))
  if (runIds.length === 0) return () => null
  const signals = await ctx.db.signal.findMany({
    where: { projectId: ctx.project.id, runId: { in: runIds }, evaluator: 'human', origin: 'review' },
  })
  const reviews = new Map<string, GateRunReview>()
  for (const [runId, given] of Map.groupBy(signals, (signal) => signal.runId)) {
    const { human } = selectEffective(given)
    if (!human || human.value === null || blind.runs.includes(runId)) continue
    const retracted = new Set(given.map(({ retracts }) => retracts))
    const beside = given.flatMap(({ id, by, value }) =>
      value === null || retracted.has(id) || id === human.id ? [] : [{ by: by ?? 'someone', value }],
    )
    reviews.set(runId, { by: human.by ?? 'someone', value: human.value, reason: human.comment, beside })
  }
  return ({ state, runId }) => (state === 'pending' && runId !== null ? (reviews.get(runId) ?? null) : null)
}
