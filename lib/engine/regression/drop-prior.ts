/** A size of change that is thought possible: standard deviation of the true drop, and the share of changes it stands for. */
export interface ChangeSize {
  tau: number
  share: number
}

/** What is believed of a score, or of one part of it, before the runs are seen; scores are in [0, 1]. */
export interface ScoreBelief {
  /** Small, usual and large changes; the shares sum to 1. A mixture of normals around no change. */
  changes: readonly ChangeSize[]
  /** Expected run-to-run standard deviation. */
  s0: number
  /** How many degrees of freedom that expectation counts for. */
  nu0: number
}

/** The share of runs that keep the contract: a Beta distribution, and how often a new version keeps it... */
export interface RateBelief {
  kept: number
  broken: number
  /** ...as often as the old one did, */
  same: number
  /** about as often, */
  near: number
  /** at any rate at all, */
  any: number
  /** or hardly ever, since something in it is broken. These four sum to 1. */
  hardly: number
}

/** What is believed of a score as a whole, of its part beside conformance, and of conformance. */
export interface DropPrior {
  whole: ScoreBelief
  rest: ScoreBelief
  rate: RateBelief
}

/** Where conformance is taken out of it, a score has this share left to move in. */
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
 * What is believed of a chain without a history. Half of all changes are usual ones (tau .06), a quarter hardly move the
 * score and a quarter move it a lot, so that a large drop is believed once it is measured. Chosen on simulated changes of
 * several kinds together, so as to fit none of them alone; `npm run bench -- regression` also shows how it does on others.
 */
export const DROP_BELIEF: DropPrior = {
  whole: WHOLE,
  rest: {
    ...WHOLE,
    changes: WHOLE.changes.map(({ tau, share }) => ({ tau: tau * REST, share })),
    s0: WHOLE.s0 * REST,
  },
  rate: { kept: 4.5, broken: 0.5, same: 0.6, near: 0.2, any: 0.2, hardly: 0 },
}

/**
 * Of scores that pass or fail: any rate, more likely a high one, and hardly anything beside it. One new version in
 * twenty is broken altogether, so that three failures after three passes are no chance.
 */
export const PASS_OR_FAIL: Pick<DropPrior, 'rest' | 'rate'> = {
  rest: { changes: [{ tau: 1e-3, share: 1 }], s0: 1e-3, nu0: 1 },
  rate: { kept: 1.5, broken: 0.5, same: 0.5, near: 0.35, any: 0.1, hardly: 0.05 },
}
