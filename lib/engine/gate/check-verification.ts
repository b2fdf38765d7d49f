import type { OutputOf, ParsedOf } from '@/lib/contracts/contract'
import type { CheckVerification as Contract } from '@/lib/contracts/quality/verification'
import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'
import { hasPassed } from './test-commands'

const nudgesMax = 2
const compilationNudgesMax = 8

type VerificationCriteria = ParsedOf<Contract>['criteria']

/** What was observed so far, with the two counters returned by the previous check. */
type VerificationState = ParsedOf<Contract>['state']

type MissingVerification = VerificationVerdict['missing'][number]

type VerificationVerdict = Omit<OutputOf<Contract>, 'overrides'>

/**
 * Checks that the required verification was observed: each listed test was run and passed in its latest run, files changed, and a
 * compilation had no errors. Counts a nudge for each missing category and lets the work through only when all nudges are used up.
 */
export function checkVerification(input: {
  criteria: VerificationCriteria
  state: VerificationState
}): VerificationVerdict {
  const { maxAttempts = nudgesMax, compilationMaxAttempts = compilationNudgesMax } = input.criteria
  const { nudges = 0, compilationNudges = 0 } = input.state
  refuseUnlessCounts({ maxAttempts, compilationMaxAttempts }, { nudges, compilationNudges })
  const missing = missingIn(input.criteria, input.state)
  if (missing.length === 0)
    return { satisfied: true, forceAllow: false, missing, nudge: null, nudges, compilationNudges }
  const lacksGeneral = missing.some(({ category }) => category !== 'compilation')
  const lacksCompilation = missing.some(({ category }) => category === 'compilation')
  const general = lacksGeneral && nudges < maxAttempts
  const compilation = lacksCompilation && compilationNudges < compilationMaxAttempts
  const forceAllow = !general && !compilation
  return {
    satisfied: false,
    forceAllow,
    missing,
    nudge: forceAllow ? null : `Not done yet. ${missing.map(({ detail }) => detail).join(' ')}`,
    nudges: general ? nudges + 1 : nudges,
    compilationNudges: compilation ? compilationNudges + 1 : compilationNudges,
  }
}

function missingIn(
  criteria: VerificationCriteria,
  { commands = [], filesChanged = [], compilation }: VerificationState,
) {
  // A file system may give the accents of a name apart.
  const composed = commands.map(({ command, ...run }) => ({ ...run, command: command.normalize() }))
  const missing: MissingVerification[] = (criteria.requiredTests ?? [])
    .filter((path) => !hasPassed(path.normalize(), composed))
    .map((path) => ({ category: 'tests', detail: `Run ${path} and make it pass.` }))
  if (criteria.requireFileChanges && filesChanged.length === 0)
    missing.push({ category: 'files', detail: 'Change the files the task asks for: none was changed.' })
  if (criteria.requireCompilation && compilation?.errors !== 0) {
    const seen = compilation ? `it has ${compilation.errors} errors` : 'no compilation was seen'
    missing.push({ category: 'compilation', detail: `Make the project compile: ${seen}.` })
  }
  return missing
}

function refuseUnlessCounts(criteria: Record<string, number>, state: Record<string, number>) {
  const issues: InputIssue[] = []
  for (const [group, counts] of Object.entries({ criteria, state })) {
    for (const [name, count] of Object.entries(counts)) {
      if (!(Number.isInteger(count) && count >= 0))
        issues.push({ path: `${group}.${name}`, message: 'must be a whole number from 0' })
    }
  }
  if (issues.length > 0) throw new EngineInputError(issues)
}
