import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tallyCheck, tallyPlaywright, tallyVitest } from './tally'

const folder = mkdtempSync(path.join(tmpdir(), 'veritas-tally-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(content: unknown): string {
  const file = path.join(folder, `${Math.random()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

function vitest(passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) {
  return report({ numPassedTests: passed, numFailedTests: failed, testResults: files })
}

function playwright(expected: number, unexpected: number, flaky: number, errors: unknown[] = []) {
  return report({ stats: { expected, unexpected, flaky }, errors })
}

test.each([
  ['a check that succeeds', tallyCheck(0), { passed: 1, failed: 0 }],
  ['a check that fails', tallyCheck(2), { passed: 0, failed: 1 }],
  ['tests that pass', tallyVitest(vitest(5, 0), 0), { passed: 5, failed: 0 }],
  ['tests of which some fail', tallyVitest(vitest(5, 2), 1), { passed: 5, failed: 2 }],
  [
    'a test file that cannot be loaded',
    tallyVitest(vitest(5, 0, [{ status: 'failed', assertionResults: [] }]), 1),
    { passed: 5, failed: 1 },
  ],
  ['a run without tests', tallyVitest(vitest(0, 0), 0), { passed: 0, failed: 1 }],
  ['a run that exits with an error although every test passed', tallyVitest(vitest(5, 0), 1), { passed: 5, failed: 1 }],
  ['a run without a report', tallyVitest(path.join(folder, 'none.json'), 0), { passed: 0, failed: 1 }],
  ['journeys that pass', tallyPlaywright(playwright(3, 0, 0), 0), { passed: 3, failed: 0 }],
  ['two journeys that passed on a retry', tallyPlaywright(playwright(3, 0, 2), 0), { passed: 5, failed: 0 }],
  ['journeys that often need a retry', tallyPlaywright(playwright(3, 0, 3), 0), { passed: 3, failed: 3 }],
  ['journeys that could not start', tallyPlaywright(playwright(0, 0, 0, [{}]), 1), { passed: 0, failed: 1 }],
])('%s', (_name, tally, expected) => {
  expect(tally).toEqual(expected)
})
