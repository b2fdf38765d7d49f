import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, ...toolResults: string[]) =>
  detectHallucinations({ output, toolResults }).findings.some(
    ({ verdict, evidence }) => verdict === 'contradicted' && evidence.startsWith('The last result of a test run says'),
  )

const failing = {
  jest: 'Test Suites: 1 failed, 3 passed, 4 total\nTests:       2 failed, 118 passed, 120 total',
  vitest: ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 118 passed (120)',
  pytest: '=================== 2 failed, 118 passed in 3.21s ===================',
  'pytest, all': '============ 3 failed in 0.12s ============',
  mocha: '  118 passing (2s)\n  2 failing',
  'mocha, in colour': '\u001b[32m  118 passing\u001b[0m\n\u001b[31m  2 failing\u001b[0m',
  'vitest, as JSON': JSON.stringify({
    stdout: '\u001b[2m Tests \u001b[22m \u001b[31m2 failed\u001b[39m | 118 passed (120)\nDuration 2s',
  }),
  unittest: 'Ran 120 tests in 0.5s\n\nFAILED (failures=2, errors=1)',
  go: 'ok  \texample/a\t0.2s\n--- FAIL: TestB (0.00s)\nFAIL\texample/b\t0.1s\nFAIL',
  cargo: 'test result: FAILED. 118 passed; 2 failed; 0 ignored',
  maven: 'Tests run: 120, Failures: 2, Errors: 0, Skipped: 0',
  rspec: '120 examples, 2 failures',
  node: 'ℹ tests 120\nℹ pass 118\nℹ fail 2',
  tap: '# tests 120\n# pass 118\n# fail 2',
  dotnet: 'Failed!  - Failed:     2, Passed:   118, Skipped:     0, Total:   120',
}
const passing = {
  jest: 'Test Suites: 4 passed, 4 total\nTests:       120 passed, 120 total',
  pytest: '=================== 120 passed in 3.21s ===================',
  mocha: '  120 passing (2s)',
  unittest: 'Ran 120 tests in 0.5s\n\nOK',
  go: 'ok  \texample/a\t0.2s\nok  \texample/b\t0.1s',
  cargo: 'test result: ok. 120 passed; 0 failed; 0 ignored',
  maven: 'Tests run: 120, Failures: 0, Errors: 0, Skipped: 0',
  rspec: '120 examples, 0 failures',
  node: 'ℹ tests 120\nℹ pass 120\nℹ fail 0',
}

describe('a statement that the tests pass', () => {
  it.each(Object.entries(failing))('is contradicted by the failures of %s', (_, text) => {
    expect(contradicted('I fixed the parser. All tests pass now.', text)).toBe(true)
  })

  it.each(Object.entries(passing))('is not contradicted by the success of %s, even after failures', (_, text) => {
    expect(contradicted('I fixed the parser. All tests pass now.', text)).toBe(false)
    expect(contradicted('I fixed the parser. All tests pass now.', failing.pytest, text)).toBe(false)
    expect(contradicted('I fixed the parser. All tests pass now.', text, failing.pytest)).toBe(true)
  })

  it.each([
    'All tests passed.',
    'All 120 tests passed.',
    'All of the unit tests pass.',
    'The tests are green.',
    'Tests pass.',
    'The test suite passes.',
    'There are no test failures.',
    'It ran with no failing tests.',
  ])('is recognized: %s', (output) => expect(contradicted(output, failing.pytest)).toBe(true))

  it.each([
    '118 tests passed.',
    'Most tests passed.',
    'All tests should pass after this change.',
    'All tests pass except two.',
    'Not all tests pass.',
    'All tests passed before the change.',
    'Run the suite to make sure that all tests pass.',
    'Do all tests pass?',
    'The stress test passed the valve.',
  ])('is not: %s', (output) => expect(contradicted(output, failing.pytest)).toBe(false))

  it.each([
    ['no result of a test run', 'The build took 3 minutes. 2 payments failed.'],
    ['code that only mentions tests', "it('fails', () => expect(tests).toBe(failed))"],
  ])('is not contradicted by %s', (_, text) => expect(contradicted('All tests pass.', text)).toBe(false))
})
