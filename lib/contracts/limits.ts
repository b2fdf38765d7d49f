// How many, and how long, at most: limits that both pages and contracts name. Contains no schema, so that pages can import it.

/** Of a password, in characters. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const

/** Maximum number of questions in a rubric. */
export const RUBRIC_MOST = 20

/** Longest quote and text of a comment, in characters; and how many people it may mention. */
export const commentMost = { quote: 2000, body: 10_000, mentions: 20 } as const

/** Maximum number of trials queued in one call for a published version. */
export const MAX_ADDED_TRIALS = 100

/** Maximum number of dead letters, or of messages to webhooks, in one action. */
export const MAX_BULK = 500

/** How many runs one request may change. `named`: how many an address may name. */
export const bulkMost = { queued: 200, tagged: 500, deleted: 2000, named: 200 } as const

/** How many values of a kind are offered as filters of runs. Others are typed. */
export const facetsMost = { chains: 100, versions: 50, tags: 200, nodes: 100 } as const

/** How many actors, actions and operations the audit log and the dead letters offer as filters. Others are typed. */
export const NAMED_MOST = 200

/** How many of a version's newest ended live runs a comparison reads: for figures and failures, for steps, and for factors. */
export const comparedMost = { runs: 500, steps: 200, factors: 200 } as const

/** How many answers on pairs are listed, the newest. */
export const ANSWERS_MOST = 1000

/** How many pairs of people are listed with their agreement, those who judged most runs together. */
export const PEOPLE_PAIRS_MOST = 200

/** How many versions of a chain are judged at once, the highest; and of each chain in a list of chains. */
export const viewedMost = { versions: 100, listed: 10 } as const
