const MIB = 1024 * 1024

/** Size limits of a body: bytes, compressed and decompressed, and number of JSON values. */
export type BodySize = { readonly bytes: number; readonly values: number }

/** Maximum number of JSON values in one run. */
export const MAX_RUN_VALUES = 200_000

/** Default limit if the contract sets none. */
export const SMALL_BODY: BodySize = { bytes: MIB, values: 50_000 }
/** Limit for an output that is checked. */
export const LARGE_BODY: BodySize = { bytes: 8 * MIB, values: MAX_RUN_VALUES }
export const RUN_BODY: BodySize = { bytes: 20 * MIB, values: MAX_RUN_VALUES }
export const BATCH_BODY: BodySize = { bytes: 20 * MIB, values: 1_000_000 }
