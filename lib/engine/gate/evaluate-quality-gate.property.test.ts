import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvaluateQualityGateInput, evaluateQualityGate } from './evaluate-quality-gate'

const file = 'src/report.md'
const artifact = fc.record({
  path: fc.constantFrom(file, `./${file}`, 'other.md'),
  exists: fc.boolean(),
  sizeBytes: fc.constantFrom(0, 12, undefined),
})
const withTools = ['implement', 'test', 'refactor', 'document', 'integrate', 'deploy', 'something new']
const withoutTools = ['research', 'analysis', 'design', 'review', 'merge']
const task = fc.record({
  type: fc.constantFrom(...withTools, ...withoutTools),
  description: fc.constantFrom('Compare the two plans.', `Write the file ${file}.`, 'Do not create files.'),
  targetFiles: fc.constantFrom<string[] | undefined>(undefined, [], [file]),
  dependents: fc.nat(5),
})
const result = fc.record({
  output: fc.constant('text'),
  toolCalls: fc.constantFrom(undefined, -1, 0, 1, 7),
  filesModified: fc.constantFrom<string[] | undefined>(undefined, [], [file]),
  artifacts: fc.option(fc.array(artifact, { maxLength: 2 }), { nil: undefined }),
})
const judge = fc.oneof(
  fc.constantFrom(null, { error: 'overloaded' }, { reply: '' }, { reply: 'fine' }, { reply: 'SCORE: 4' }),
  fc.integer({ min: -1, max: 7 }).map((score) => ({ score, feedback: 'told' })),
)
const input: fc.Arbitrary<EvaluateQualityGateInput> = fc.record({
  task,
  result,
  judge,
  config: fc.record({ qualityThreshold: fc.constantFrom(undefined, 1, 2, 3, 4, 5) }),
})

const isThere = ({ exists, sizeBytes }: { exists: boolean; sizeBytes?: number | undefined }) =>
  exists && sizeBytes !== 0

/** The failing pre-flight checks in order, each with its score. */
function preFlight({ task: { type, description, targetFiles }, result: given }: EvaluateQualityGateInput) {
  const { artifacts, toolCalls, filesModified = [] } = given
  const there = (artifacts ?? []).filter(isThere)
  const failing: [string, number][] = []
  if (targetFiles?.length && artifacts && !there.some(({ path }) => path.endsWith(file))) failing.push(['artifacts', 1])
  if (!withoutTools.includes(type) && !toolCalls) failing.push(['zero_tool_calls', 0])
  if (description?.startsWith('Write') && filesModified.length === 0 && there.length === 0)
    failing.push(['write_intent', 1])
  return failing
}

function judgeScore(given: EvaluateQualityGateInput['judge']): number | null {
  if (given?.reply === 'SCORE: 4') return 4
  const score = given?.score
  return typeof score === 'number' && score >= 1 && score <= 5 ? score : null
}

describe('evaluateQualityGate', () => {
  it('lets the first failing check decide, then compares a readable score with the effective threshold', () => {
    fc.assert(
      fc.property(input, (given) => {
        const answer = evaluateQualityGate(given)
        const [first, ...rest] = preFlight(given)
        const score = judgeScore(given.judge)
        const plain = given.config?.qualityThreshold ?? 3
        const isFoundation = (given.task.dependents ?? 0) >= 3
        const threshold = isFoundation && plain > 2 ? plain - 1 : plain
        expect(answer.effectiveThreshold).toBe(threshold)
        expect(answer.preFlightReject).toBe(first !== undefined)
        expect(answer.alsoFailed).toEqual(rest.map(([check]) => check))
        expect(answer.judged).toBe(!first && score !== null)
        expect(answer.gateError).toBe(!first && score === null)
        expect(answer.score).toBe(first ? first[1] : score)
        expect(answer.passed).toBe(!first && score !== null && score >= threshold)
        expect(answer.peerSignal).toBe(first || score === null ? null : (score - 1) / 4)
      }),
      { numRuns: 1000 },
    )
  })

  it('never passes at a higher threshold what it rejected at a lower one', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 4 }), (given, qualityThreshold) => {
        const passes = (threshold: number) =>
          evaluateQualityGate({ ...given, config: { qualityThreshold: threshold } }).passed
        if (!passes(qualityThreshold)) expect(passes(qualityThreshold + 1)).toBe(false)
      }),
    )
  })
})
