import { describe, expect, it } from 'vitest'
import { generateFixupTask } from '@/lib/engine/gate/generate-fixup-task'
import { EngineInputError } from '@/lib/engine/input-error'

const task = { id: 't1', type: 'foo', description: 'Build the parser' }
const gateResult = { score: 2, feedback: 'no error handling', passed: false }

describe('a fixup task', () => {
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

  it('stands without id, type, dependencies and feedback', () => {
    expect(generateFixupTask({ task: {}, gateResult: { passed: false, score: null } })).toEqual({
      id: 'task-fixup',
      type: 'implement',
      description: 'Repair the failed task.\n\nFix what the quality gate found:\nThe gate gave no feedback.',
      dependencies: [],
      wave: 1,
      maxRetries: 2,
      fixupOf: null,
    })
  })

  it('is not made for a task that passed', () => {
    expect(() => generateFixupTask({ task, gateResult: { ...gateResult, passed: true } })).toThrow(EngineInputError)
  })
})
