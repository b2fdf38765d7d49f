/** A closed range of plausible values, `[lo, hi]`. */
export type Interval = [lo: number, hi: number]
