import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type Tally = { passed: number; failed: number }

/** Tally of a single check, such as lint or a build. */
export function tallyCheck(exitCode: number): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** A test file that could not be loaded counts as one failure. */
export function tallyVitest(reportFile: string, exitCode: number): Tally {
  const report = readReport(reportFile, vitestReport)
  if (!report) return { passed: 0, failed: 1 }
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, exitCode)
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()).default([]),
})

// One journey in a hundred may meet a stall of the machine; Playwright's own report names those retried.
const SECOND_TRIES = 2

/** Journeys that passed only on a retry count as failed if they are more than a stall of the machine explains. */
export function tallyPlaywright(reportFile: string, exitCode: number): Tally {
  const report = readReport(reportFile, playwrightReport)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  const isStall = flaky <= SECOND_TRIES
  const failed = unexpected + report.errors.length
  return settle({ passed: expected + (isStall ? flaky : 0), failed: failed + (isStall ? 0 : flaky) }, exitCode)
}

/** A stage that ran nothing, or exited with an error without a failed test, has failed. */
function settle(tally: Tally, exitCode: number): Tally {
  const isHollow = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0)
  return isHollow ? { ...tally, failed: 1 } : tally
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data : null
}
