import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateEvent } from '@/lib/db/generated/client'
import { findBlindSubjects, readerOf } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { AppError } from '../errors'
import { coverStandings } from '../kept-scenarios/store'
import { coverRun, findCovered } from '../runs/covered'
import type { Evidence } from './evidence'
import type { StoredGate } from './store'
import type { VersionEvidence } from './version-evidence'

/**
 * Whether the caller is to review blind a run that the gate is about: what others said on the gate is then left out.
 * @throws AppError if others have decided the gate, of which only what they said would be left
 */
export async function findGateCover(ctx: ProjectContext, gate: StoredGate): Promise<boolean> {
  const isCovered = (await findBlindSubjects(ctx)).gates.has(gate.id)
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
 * their verdicts. Confidence, in which verdicts count, is then left out.
 */
export async function coverEvidence(
  ctx: ProjectContext,
  { evidence, confidenceFall }: Evidence,
): Promise<VersionEvidence> {
  const { run, prior, current } = evidence
  const dots = [prior, current].flatMap((side) => side?.dots.map(({ runId }) => runId) ?? [])
  const covered = await findCovered(ctx, [...new Set(run ? [run.id, ...dots] : dots)])
  const kept = await coverStandings(ctx, evidence.kept)
  if (covered.size === 0) return { evidence: { ...evidence, kept }, confidenceFall }
  const own = run && covered.get(run.id)
  const coverSide = <S extends GateEvidence['current']>(side: S): S => ({
    ...side,
    dots: side.dots.map((dot) => {
      const found = covered.get(dot.runId)
      return found ? { ...dot, score: found.before?.quality ?? null } : dot
    }),
  })
  return {
    evidence: {
      ...evidence,
      ...(own && { run: coverRun(run, own), execution: null }),
      ...{ prior: prior && coverSide(prior), current: coverSide(current), kept },
    },
    confidenceFall: null,
  }
}
