import type { Section } from '../bench/section'

/** What a part found. `section` is null where this machine does not let it be tried, and `skipped` says why. */
export type Found = { section: Section; skipped?: undefined } | { section: null; skipped: string }
