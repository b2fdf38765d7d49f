import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { generateFixupTask } from './generate-fixup-task'

const task = { id: 't1', type: 'foo', description: 'Build the parser' }
const gateResult = { score: 2, feedback: 'no error handling', passed: false }

describe('generateFixupTask', () => {
  it('combines description and feedback and goes into the next wave', () => {
    const fixup = generateFixupTask({ task, gateResult, completedDependencies: ['t0', 't0'], wave: 3 })
    expect(fixup).toMatchObject({
      id: 't1-fixup',
      type: 'foo',
      dependencies: ['t0'],
      wave: 4,
      maxRetries: 2,
      fixupOf: 't1',
    })
    expect(fixup.description).toMatch(/^Build the parser[\s\S]*no error handling$/)
  })

  it('works without id, type, dependencies and feedback', () => {
    expect(generateFixupTask({ task: {}, gateResult: { passed: false, score: undefined } })).toEqual({
      id: 'task-fixup',
      type: 'implement',
      description: 'Repair the failed task.\n\nFix what the quality gate found:\nThe gate gave no feedback.',
      dependencies: [],
      wave: 1,
      maxRetries: 2,
      fixupOf: null,
      foundation: false,
      retryFirst: false,
      reason: 'The task failed its quality gate.',
    })
  })

  it('throws for a task that passed', () => {
    expect(() => generateFixupTask({ task, gateResult: { ...gateResult, passed: true } })).toThrow(EngineInputError)
  })

  it('throws when the judge failed, since nothing was found', () => {
    const unjudged = { passed: false, gateError: true }
    expect(() => generateFixupTask({ task, gateResult: unjudged })).toThrow('gateResult.gateError')
  })

  it.each([
    ['two dependents', { task: { ...task, dependents: 2 } }, false, false],
    ['three dependents', { task: { ...task, dependents: 3 } }, true, true],
    ['its extra retry has been used', { task: { ...task, dependents: 3 }, extraRetryUsed: true }, true, false],
    ['the gate reported a foundation', { gateResult: { ...gateResult, foundation: true } }, true, true],
    [
      'the gate reported no foundation',
      { task: { ...task, dependents: 9 }, gateResult: { ...gateResult, foundation: false } },
      false,
      false,
    ],
    [
      'the project requires five dependents',
      { task: { ...task, dependents: 4 }, config: { foundationMinDependents: 5 } },
      false,
      false,
    ],
  ])('waits for one more retry of a foundation task: %s', (_, given, foundation, retryFirst) => {
    expect(generateFixupTask({ task, gateResult, ...given })).toMatchObject({ foundation, retryFirst, maxRetries: 2 })
  })
})
