import { describe, expect, it } from 'vitest'
import { lastAnswer, thinkThrough, thoughtOf } from './testing/session'

const detected = (fields: Parameters<typeof thoughtOf>[1]) => {
  const { workflow, matched_on } = lastAnswer(thoughtOf(1, { thought: 'Look at it', ...fields }))
  return [workflow, matched_on]
}

describe('the workflow', () => {
  it.each([
    [{ workflow: 'syntax', verification_target: 'a version', thought: 'a test' }, ['syntax', 'workflow']],
    [{ verification_target: 'Tailwind CSS version', thought: 'test it' }, ['version', 'verification_target']],
    [{ verification_target: 'Tailwind CSS', thought: 'Test it' }, ['test', 'thought']],
    [{ thought: 'Are the versions compatible?' }, ['compatibility', 'thought']],
    [{ thought: 'Version compatibility' }, ['compatibility', 'thought']],
    [{ thought: 'Do the breaking changes of this version affect us' }, ['compatibility', 'thought']],
    [{ verification_target: 'VERSION' }, ['version', 'verification_target']],
    [{ verification_target: 'code\n style' }, ['syntax', 'verification_target']],
    [{ verification_target: 'unit-test run' }, ['test', 'verification_target']],
    [{ verification_target: '' }, [null, null]],
    [{ thought: 'the latest contest of attestations' }, [null, null]],
    [{ verification_target: 'latest', thought: 'contest, conversion, my_test, tests2' }, [null, null]],
    [{ verification_target: 'latest', thought: 'the syntax' }, ['syntax', 'thought']],
  ])('of %j is %j', (fields, expected) => {
    expect(detected(fields)).toEqual(expected)
  })

  it('is rejected when unknown, naming the field and the known ones', () => {
    expect(() => detected({ workflow: 'release' })).toThrow(/workflow: .*compatibility, version, syntax, test/)
  })

  it('continues along the line when the text names none', () => {
    const answers = thinkThrough([thoughtOf(1), thoughtOf(2, { thought: 'Look at the docs' })])
    expect(answers[1]).toMatchObject({ workflow: 'version', matched_on: 'session', current_step: { step_number: 2 } })
  })

  it('of the project takes precedence over the built-in ones, and replaces one of the same name', () => {
    const step = {
      step_description: 'Read the law',
      expected_outcome: 'Known',
      recommended_tools: [],
      next_step_conditions: [],
    }
    const projectWorkflows = [
      { name: 'legal', keywords: ['licence terms', 'c++'], steps: [step] },
      { name: 'test', keywords: ['trial'], steps: [step] },
    ]
    const find = (thought: string) => thinkThrough([thoughtOf(1, { thought })], { projectWorkflows })[0]?.workflow
    expect(find('The licence terms of this version')).toBe('legal')
    expect(find('Is C++ allowed?')).toBe('legal')
    expect(find('a trial')).toBe('test')
    expect(find('a test')).toBeNull()
  })
})
