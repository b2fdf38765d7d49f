import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody, type TestProject } from './factories'

/** Monday 16 March 2026, after the weeks 2026-W10 and 2026-W11. */
export const AFTER_BOTH = new Date('2026-03-16T09:00:00Z')

/** `count` live runs of a chain, hourly from `start`. */
export function runsFrom(start: string, count: number, overrides: Partial<RunBody> = {}): RunBody[] {
  return Array.from({ length: count }, (_, place) =>
    runBody({ startedAt: new Date(Date.parse(start) + place * 3_600_000).toISOString(), ...overrides }),
  )
}

const WORSE: Partial<RunBody> = { output: { answer: '' } }

/** In W10 `answers` and `search` do well; in W11 `answers` leaves its output empty. */
export async function makeTwoWeeks(timeZone = 'UTC'): Promise<TestProject> {
  const test = await makeProject()
  await getDb().project.update({
    where: { id: test.project.id },
    data: { timeZone, createdAt: new Date('2026-03-02T08:00:00Z') },
  })
  await ingest(test.key, [
    ...runsFrom('2026-03-03T08:00:00Z', 12),
    ...runsFrom('2026-03-03T08:00:00Z', 6, { chain: 'search' }),
    ...runsFrom('2026-03-10T08:00:00Z', 12, WORSE),
    ...runsFrom('2026-03-10T08:00:00Z', 6, { chain: 'search' }),
  ])
  return test
}
