// The published limits that engine, contracts and pages all speak of. What a run or chain was held to stands on its record and
// goes first; these hold where nothing is recorded. No schema stands here, so that a page may read it.

/** The score from which an output is accepted, in [0, 1]. */
export const ACCEPT_THRESHOLD = 0.8

/** The score from which the best of several attempts is kept where going on no longer helps. */
export const KEEP_BEST_THRESHOLD = 0.5

/** A person's rating below this counts as a rejection, where a verdict has to be one or the other, in [0, 1]. */
export const REJECT_BELOW = 0.5

/** A mean of a week below this is flagged. */
export const LOW_MEAN = 0.6

/** A fall of the mean from one week to the next by more than this is flagged. */
export const LARGE_DROP = 0.05
