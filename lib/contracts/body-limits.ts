const MIB = 1024 * 1024

/** The most that a body may be, packed or unpacked, and how many values of JSON it may hold. */
export type BodySize = { readonly bytes: number; readonly values: number }

/** Values that one run may hold. */
export const MAX_RUN_VALUES = 200_000

/** What a body may be where its contract does not say. */
export const SMALL_BODY: BodySize = { bytes: MIB, values: 50_000 }
/** Of an output that is checked. */
export const LARGE_BODY: BodySize = { bytes: 8 * MIB, values: MAX_RUN_VALUES }
/** Of something as large as a run. */
export const RUN_BODY: BodySize = { bytes: 20 * MIB, values: MAX_RUN_VALUES }
/** Of many runs at once. */
export const BATCH_BODY: BodySize = { bytes: 20 * MIB, values: 1_000_000 }
