import { expect } from 'vitest'

/** Holds a check against each of these, and names those of which it does not hold. */
export async function forEvery<T extends { name: string }>(
  subjects: readonly T[],
  check: (subject: T) => void | Promise<void>,
): Promise<void> {
  expect(subjects).not.toHaveLength(0)
  const faults: string[] = []
  for (const subject of subjects) {
    try {
      await check(subject)
    } catch (error) {
      faults.push(`${subject.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect(faults).toEqual([])
}
