/** Whether a value has at most so many characters, about. */
export function isWithin(value: unknown, budget: number): boolean {
  let left = budget
  const visit = (part: unknown): boolean => {
    left -= typeof part === 'string' ? part.length : 8
    if (left < 0) return false
    return typeof part !== 'object' || part === null || Object.values(part).every(visit)
  }
  return visit(value)
}
