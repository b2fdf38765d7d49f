// Published thresholds shared by the engine, contracts and pages. A threshold recorded on a run or chain takes precedence. Contains no
// schema, so that pages can import it.

/** The score at which an output is accepted, in [0, 1]. */
export const ACCEPT_THRESHOLD = 0.8

/** The score at which the best of several attempts is kept if continuing no longer helps. */
export const KEEP_BEST_THRESHOLD = 0.5

/** A person's rating below this counts as a rejection if a binary verdict is needed, in [0, 1]. */
export const REJECT_BELOW = 0.5

/** The probability of approval from which a prediction says that a person approves, else that one rejects. */
export const EVEN_ODDS = 0.5

/** Evaluators of a run whose values differ by this much or more are far apart. */
export const FAR_APART = 0.5

/** A weekly mean below this is flagged. */
export const LOW_MEAN = 0.6

/** A drop of the weekly mean by more than this is flagged. */
export const LARGE_DROP = 0.05
