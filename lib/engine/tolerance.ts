/** Absolute tolerance of every threshold comparison: in floating point `0.80 - 0.75 > 0.05` is true. */
export const EPSILON = 1e-9

/** Whether `score` reaches `threshold`, including a tie within {@link EPSILON}. Same unit on both sides. */
export function atLeast(score: number, threshold: number): boolean {
  return score >= threshold - EPSILON
}

/** Whether `delta` is larger than `threshold` by more than {@link EPSILON}; an exact tie does not exceed. */
export function exceeds(delta: number, threshold: number): boolean {
  return delta - threshold > EPSILON
}

/** Whether two numbers are equal within {@link EPSILON}. */
export function isClose(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= EPSILON
}

/** Clamps a number to the range 0 to 1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value))
}
