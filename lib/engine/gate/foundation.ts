/** Dependents from which a task is a foundation. */
export const FOUNDATION_DEPENDENTS = 3

/** True when so many wait for a task that its failure would cascade: threshold one lower, one extra retry before a fixup. */
export function isFoundation(dependents = 0, minDependents = FOUNDATION_DEPENDENTS): boolean {
  return dependents >= minDependents
}
