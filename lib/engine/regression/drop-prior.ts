/** A possible size of change: standard deviation of the true drop, and the share of changes of this size. */
export interface ChangeSize {
  tau: number
  share: number
}

/** Prior of a score, or of one part of it; scores are in [0, 1]. */
export interface ScoreBelief {
  /** Small, usual and large changes, a mixture of normals around no change; the shares sum to 1. */
  changes: readonly ChangeSize[]
  /** Expected run-to-run standard deviation. */
  s0: number
  /** Degrees of freedom that this expectation counts for. */
  nu0: number
}

/** Prior of the share of runs that keep the contract: a Beta distribution, and the probabilities that a new version keeps it... */
export interface RateBelief {
  conformant: number
  broken: number
  /** ...as often as the old one, */
  same: number
  /** about as often, */
  near: number
  /** at any rate, */
  any: number
  /** or hardly ever, because it is broken. These four sum to 1. */
  hardly: number
}

/** Priors of a whole score, of its part without conformance, and of conformance. */
export interface DropPrior {
  whole: ScoreBelief
  rest: ScoreBelief
  rate: RateBelief
}

/** Share of a score that remains without conformance. */
const REST = 0.6

const WHOLE: ScoreBelief = {
  changes: [
    { tau: 0.02, share: 0.25 },
    { tau: 0.06, share: 0.5 },
    { tau: 0.2, share: 0.2 },
    { tau: 0.6, share: 0.05 },
  ],
  s0: 0.04,
  nu0: 1,
}

/**
 * Prior for a chain without a history. Half of all changes are usual ones (tau .06), a quarter hardly move the score and a quarter move it
 * a lot, so that a large measured drop is believed. Tuned on several kinds of simulated changes together, rather than for any one of them;
 * `npm run bench -- regression` also shows the results on others.
 */
export const DROP_BELIEF: DropPrior = {
  whole: WHOLE,
  rest: {
    ...WHOLE,
    changes: WHOLE.changes.map(({ tau, share }) => ({ tau: tau * REST, share })),
    s0: WHOLE.s0 * REST,
  },
  rate: { conformant: 4.5, broken: 0.5, same: 0.6, near: 0.2, any: 0.2, hardly: 0 },
}

/**
 * Prior for scores that pass or fail: any rate, high ones more likely, and hardly any other variation. One new version in twenty is
 * completely broken, so that three failures after three passes are not taken for chance.
 */
export const PASS_OR_FAIL: Pick<DropPrior, 'rest' | 'rate'> = {
  rest: { changes: [{ tau: 1e-3, share: 1 }], s0: 1e-3, nu0: 1 },
  rate: { conformant: 1.5, broken: 0.5, same: 0.5, near: 0.35, any: 0.1, hardly: 0.05 },
}
