import type { Section } from '../bench/section'

/** The result of a part. `section` is null if this machine cannot run it, and `skipped` says why. */
export type Found = { section: Section; skipped?: undefined } | { section: null; skipped: string }
