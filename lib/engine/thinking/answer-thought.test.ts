import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepOutcomes, type ThoughtInput } from '@/lib/contracts/thinking/think'
import { lastAnswer, thinkThrough, thoughtOf } from './testing/session'
import { builtInWorkflows } from './workflows'

const four = [1, 2, 3, 4].map((n) => thoughtOf(n))

describe('the plan', () => {
  it.each<[Partial<ThoughtInput>, { total_thoughts: number; next_thought_needed: boolean; adjusted: boolean }]>([
    [{}, { total_thoughts: 4, next_thought_needed: true, adjusted: false }],
    [{ thought_number: 5 }, { total_thoughts: 5, next_thought_needed: true, adjusted: true }],
    [
      { thought_number: 4, next_thought_needed: false, needs_more_thoughts: true },
      { total_thoughts: 5, next_thought_needed: true, adjusted: true },
    ],
    [
      { thought_number: 9, next_thought_needed: false, needs_more_thoughts: true },
      { total_thoughts: 10, next_thought_needed: true, adjusted: true },
    ],
    [{ needs_more_thoughts: true }, { total_thoughts: 4, next_thought_needed: true, adjusted: false }],
    [
      { next_thought_needed: false, needs_more_thoughts: false },
      { total_thoughts: 4, next_thought_needed: false, adjusted: false },
    ],
  ])('of %j is %j', (fields, expected) => {
    expect(lastAnswer(thoughtOf(1, fields))).toMatchObject(expected)
  })
})

describe('the outcome of a step', () => {
  it('failure suggests to revise the step before it, without revising it', () => {
    const answer = lastAnswer(...four.slice(0, 3), thoughtOf(4, { step_outcome: 'failure' }))
    expect(answer.suggested_revision).toMatchObject({ is_revision: true, revises_thought: 3, thought_number: 5 })
    expect(answer).not.toHaveProperty('suggested_branch')
    expect(answer.revises_thought).toBeNull()
    const followed = thoughtOf(5, { is_revision: true, revises_thought: 3 })
    const again = lastAnswer(...four, followed, thoughtOf(6, { step_outcome: 'failure' }))
    expect(again.suggested_revision?.revises_thought).toBe(5)
  })

  it('failure at the first step suggests to do it again', () => {
    expect(lastAnswer(thoughtOf(1, { step_outcome: 'failure' })).suggested_revision).toMatchObject({
      revises_thought: 1,
      thought_number: 2,
    })
  })

  it('failure suggests to revise the step named by the template', () => {
    const step = { step_description: 'x', expected_outcome: 'y', recommended_tools: [], next_step_conditions: [] }
    const workflow = { name: 'three', keywords: [], steps: [step, step, { ...step, revise_step_on_failure: 1 }] }
    const inputs = [1, 2, 3].map((n) =>
      thoughtOf(n, { workflow: 'three', ...(n === 3 && { step_outcome: 'failure' as const }) }),
    )
    const answer = thinkThrough(inputs, { projectWorkflows: [workflow] }).at(-1)
    expect(answer?.suggested_revision?.revises_thought).toBe(1)
  })

  it('multiple_options suggests a branch under an unused id, without starting it', () => {
    const options = { step_outcome: 'multiple_options' } as const
    const answer = lastAnswer(thoughtOf(1), thoughtOf(2, options))
    expect(answer.suggested_branch).toMatchObject({
      branch_from_thought: 2,
      branch_id: 'alternative-1',
      thought_number: 3,
    })
    expect(answer.branches).toEqual([])
    const taken = thoughtOf(3, { branch_from_thought: 2, branch_id: 'alternative-1' })
    expect(
      lastAnswer(thoughtOf(1), thoughtOf(2, options), taken, thoughtOf(3, options)).suggested_branch?.branch_id,
    ).toBe('alternative-2')
  })

  it.each(['success', 'inconclusive', undefined] as const)(
    '%s suggests neither a revision nor a branch',
    (step_outcome) => {
      const answer = lastAnswer(...four.slice(0, 3), thoughtOf(4, { step_outcome }))
      expect(answer).not.toHaveProperty('suggested_revision')
      expect(answer).not.toHaveProperty('suggested_branch')
    },
  )
})

const tools = builtInWorkflows.flatMap(({ steps }) =>
  steps.flatMap((step) => step.recommended_tools.map((tool) => tool.tool_name)),
)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const arbitraryThought = fc.record({
  thought: fc.string({ minLength: 1 }),
  total_thoughts: fc.integer({ min: 1, max: 20 }),
  next_thought_needed: fc.boolean(),
  needs_more_thoughts: optional(fc.boolean()),
  workflow: optional(fc.constantFrom('version', 'syntax', 'compatibility', 'test')),
  step_outcome: optional(fc.constantFrom(...stepOutcomes)),
  available_client_tools: optional(
    fc.subarray([...tools, 'mcp__x__read_file', 'tavily_search', 'mcp-omnisearch:kagi_search']),
  ),
  revises: optional(fc.nat()),
  branch: optional(fc.constantFrom('a', 'b', 'c')),
})

/** A valid session: numbers count up over all lines, revisions and branches refer to the main line. */
const session = fc.array(arbitraryThought, { minLength: 1, maxLength: 25 }).map((drafts) => {
  const onMain: number[] = []
  const begun = new Set<string>()
  return drafts.map(({ revises, branch, ...draft }, index): ThoughtInput => {
    const input: ThoughtInput = { ...draft, thought_number: index + 1 }
    const earlier = onMain.at(-1)
    if (branch !== undefined && earlier !== undefined) {
      if (!begun.has(branch)) input.branch_from_thought = earlier
      begun.add(branch)
      return { ...input, branch_id: branch }
    }
    const revised = revises === undefined ? undefined : onMain[revises % Math.max(1, onMain.length)]
    onMain.push(index + 1)
    return revised === undefined ? input : { ...input, is_revision: true, revises_thought: revised }
  })
})

describe('any session', () => {
  it('keeps its thoughts as sent, its plan and confidences within bounds, and never recommends tavily', () => {
    fc.assert(
      fc.property(session, (inputs) => {
        const before = structuredClone(inputs)
        const answers = thinkThrough(inputs)
        expect(inputs).toEqual(before)
        for (const [index, answer] of answers.entries()) {
          expect(answer.thought_number).toBe(index + 1)
          expect(answer.thought_history_length).toBe(index + 1)
          expect(answer.total_thoughts).toBeGreaterThanOrEqual(answer.thought_number)
          const { step_number: step, step_count: count, recommended_tools: recommended } = answer.current_step
          expect(step >= 1 && step <= count).toBe(true)
          expect(recommended.map((tool) => tool.priority)).toEqual(
            recommended.map((tool) => tool.priority).sort((a, b) => a - b),
          )
          for (const { confidence, factors, tool_name } of recommended) {
            if (!factors) throw new Error('a tool of the template without its factors')
            const exact = factors.template * factors.availability + factors.context + factors.evidence
            expect(confidence).toBeCloseTo(Math.min(1, Math.max(0, exact)), 2)
            expect(tool_name).not.toMatch(/tavily/i)
          }
        }
      }),
    )
  })

  it('answers with the confidences of the template without context', () => {
    fc.assert(
      fc.property(fc.constantFrom(...builtInWorkflows), fc.integer({ min: 1, max: 4 }), ({ name, steps }, length) => {
        const inputs = Array.from({ length }, (_, index) => thoughtOf(index + 1, { workflow: name }))
        const template = steps[length - 1]?.recommended_tools.map((tool) => tool.confidence)
        expect(lastAnswer(...inputs).current_step.recommended_tools.map((tool) => tool.confidence)).toEqual(template)
      }),
    )
  })

  it('is deterministic', () => {
    fc.assert(
      fc.property(session, (inputs) => {
        expect(thinkThrough(inputs)).toEqual(thinkThrough(structuredClone(inputs)))
      }),
    )
  })
})

describe('a step sent by the client', () => {
  const tool = {
    tool_name: 'made_up_tool',
    confidence: 0.5,
    rationale: 'r',
    priority: 1,
    alternatives: undefined,
    suggested_inputs: undefined,
  }
  const step = { step_description: 'mine', expected_outcome: 'y', recommended_tools: [tool], next_step_conditions: [] }
  const answerTo = (fields: Partial<ThoughtInput>) => lastAnswer(thoughtOf(1, { current_step: step, ...fields }))

  it('is returned unchanged, at its place in the workflow', () => {
    expect(answerTo({}).current_step).toEqual({ ...step, step_number: 1, step_count: 4 })
    expect(answerTo({}).unavailable_recommendations).toEqual([])
  })

  it('keeps the tools that the client lacks, and lists them as unavailable', () => {
    const answer = answerTo({ available_client_tools: ['read_file'] })
    expect(answer.current_step.recommended_tools).toEqual([tool])
    expect(answer.unavailable_recommendations).toEqual(['made_up_tool'])
  })

  it('loses Tavily, which is never recommended', () => {
    const answer = answerTo({
      current_step: { ...step, recommended_tools: [{ ...tool, tool_name: 'tavily-search' }, tool] },
    })
    expect(answer.current_step.recommended_tools).toEqual([tool])
    expect(answer.unavailable_recommendations).toEqual(['tavily-search'])
    expect(answer.warnings).toContain('tavily-search was removed from current_step: Tavily is never recommended.')
  })
})
