import { describe, expect, it } from 'vitest'
import { GUILT_WEIGHTS, guiltEvidence } from './guilt-evidence'
import { attributeGuilt } from './guilty-step'
import { CAUSES_MIN, type KnownGuilt, learnGuilt } from './learn-guilt'

/** The first call fails, and a later step continues with invented values: the published weights suspect the latter more. */
const run = (id: number) => ({
  task: `Sum the rows of the file number ${id} and tell the total`,
  steps: [
    { agent: 'Planner', content: `Read the file number ${id}, sum the rows, and tell the total of them.` },
    { agent: 'Coder', content: `print(sum(rows))  ${'# reads the file of the task and adds up its rows '.repeat(5)}` },
    { agent: 'Terminal', content: "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined" },
    {
      agent: 'Reader',
      content: `I assume typical values for the rows. ${'They are small and the total is near. '.repeat(6)}`,
    },
  ],
})
const taught = (count: number, cause: number) =>
  Array.from({ length: count }, (_, id) => ({ ...guiltEvidence(run(id)), cause }))

/** The log posterior as published: a conditional logit, and a normal prior of standard deviation 1/2 about the published weights. */
function logPosterior(weights: readonly number[], known: readonly KnownGuilt[]): number {
  const sumOf = (row: readonly number[]) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
  const likelihood = known.reduce((total, { suspects, features, cause }) => {
    const sums = features.map(sumOf)
    return total + (sums[suspects.indexOf(cause)] ?? 0) - Math.log(sums.reduce((all, sum) => all + Math.exp(sum), 0))
  }, 0)
  return likelihood - weights.reduce((sum, weight, at) => sum + 2 * (weight - (GUILT_WEIGHTS[at] ?? 0)) ** 2, 0)
}

describe('learnGuilt', () => {
  it('has the highest posterior: it falls on both sides of every weight, and is level between', () => {
    const known = [...taught(12, 3), ...taught(8, 1)]
    const weights = learnGuilt(known)
    const top = logPosterior(weights, known)
    const step = 1e-4
    for (const [at, weight] of weights.entries()) {
      const [below, above] = [weight - step, weight + step].map((other) =>
        logPosterior(weights.with(at, other), known),
      ) as [number, number]
      expect(Math.max(below, above)).toBeLessThan(top)
      expect(Math.abs(above - below) / (2 * step)).toBeLessThan(1e-6)
    }
  })

  it('returns the published weights below eight causes, and if the cause is never a suspect', () => {
    expect(learnGuilt(taught(CAUSES_MIN - 1, 3))).toEqual(GUILT_WEIGHTS)
    expect(learnGuilt(taught(20, 2))).toEqual(GUILT_WEIGHTS)
  })

  it('shifts the suspicion to the kind of step that people name, and keeps the weights of unseen evidence', () => {
    const weights = learnGuilt(taught(20, 1))
    const before = attributeGuilt(run(99))
    const after = attributeGuilt(run(99), weights)
    expect(before.suggestions[0]?.step).toBe(3)
    expect(after.suggestions[0]?.step).toBe(1)
    expect(weights[5]).toBeCloseTo(GUILT_WEIGHTS[5] ?? 0, 9)
  })

  it('does not depend on the order of the causes', () => {
    const mixed = [...taught(10, 3), ...taught(10, 1)]
    const [one, other] = [learnGuilt(mixed), learnGuilt(mixed.toReversed())]
    for (const [at, weight] of one.entries()) expect(other[at]).toBeCloseTo(weight, 9)
  })
})
