import { expect } from 'vitest'

/** Runs a check for each subject, and fails with the names of those it failed for. */
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
