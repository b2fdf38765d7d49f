export type GateConsequences = { approve: string; reject: string; timeout: string }

/**
 * The runs a gate decides on: `n` of them in all, `dots` that are shown and judged, and of these `moved` that count as the gate decides; the
 * others have a review of their own, which is left alone.
 */
type JudgedRuns = { n: number; dots: number; moved: number }

/** Describes what each outcome of a gate about a run, or about several that failed alike, would do. */
export function runConsequences(runs: JudgedRuns, bestAttempt: { attempt: number } | null): GateConsequences {
  if (runs.n > 1) return alikeConsequences(runs)
  const accepted = bestAttempt
    ? `Attempt ${bestAttempt.attempt} is accepted with its caveat`
    : 'The result is accepted as it is'
  const who = runs.dots > 1 ? 'This run and the best attempt' : 'This run'
  return {
    approve: `${accepted}. ${countedText(runs, who, 'approved')}`,
    reject: `The result is refused. ${countedText(runs, who, 'rejected')}`,
    timeout: 'this piece of work halts. Nothing is approved, and no confidence changes.',
  }
}

function alikeConsequences(runs: JudgedRuns): GateConsequences {
  const { n, dots } = runs
  const who = dots < n ? `The latest ${dots} of them` : `All ${dots}`
  return {
    approve: `The results of these ${n} runs are accepted as they are. ${countedText(runs, who, 'approved')}`,
    reject: `The results of these ${n} runs stay refused. ${countedText(runs, who, 'rejected')}`,
    timeout: `these ${n} pieces of work halt. Nothing is approved, and no confidence changes.`,
  }
}

/** The version of a gate, whether it is published, and what would serve its chain once it is live, or rolled back or halted. */
type DecidedVersion = {
  version: string
  isPublished: boolean
  servesIfLive: string | null
  servesOtherwise: string | null
}

/** Describes what each outcome of a gate about a version would do. */
export function versionConsequences(
  runs: JudgedRuns,
  { version, isPublished, servesIfLive, servesOtherwise }: DecidedVersion,
): GateConsequences {
  const becomes = isPublished ? 'stays published' : 'goes live'
  const serves = servesOtherwise ? `${servesOtherwise} serves` : 'nothing serves'
  const { n, dots } = runs
  const who = `Its ${dots < n ? 'latest ' : ''}${dots === 1 ? 'run' : `${dots} runs`}`
  const counted = (verdict: string) => (dots === 0 ? '' : ` ${countedText(runs, who, verdict)}`)
  return {
    approve: `${version} ${becomes}${servesIfLive === version ? ' and serves' : ''}.${counted('approved')}`,
    reject: `${version} is rolled back; ${serves}. Nothing is deleted.${counted('rejected')}`,
    timeout: `the chain halts at ${version}; ${serves}. Nothing is approved.`,
  }
}

/** "Its 45 runs count as approved by a person." */
function countedText({ dots, moved }: JudgedRuns, who: string, verdict: string): string {
  const [are, others] = [dots > 1, dots - moved]
  const counts = (several: boolean) => `${several ? 'count' : 'counts'} as ${verdict} by a person`
  if (others === 0) return `${who} ${counts(are)}.`
  if (moved === 0) return `${who} ${are ? 'keep their own reviews' : 'keeps its own review'}.`
  const left = others === 1 ? 'the other keeps its own review' : 'the others keep their own reviews'
  return `${who}: ${moved} ${counts(moved > 1)}, ${left}.`
}
