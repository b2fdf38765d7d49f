import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '@/lib/contracts/contract'
import { sequentialThinkingQa as contract } from '@/lib/contracts/thinking/think'
import { getDb } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { makeProject } from '../testing/factories'
import { clearThinkingHistory, getThinkingHistory } from './sessions'
import { putThinkingTemplate } from './templates'
import { sequentialThinkingQa } from './think'

type Input = InputOf<typeof contract>

const thoughtOf = (number: number, fields: Partial<Input> = {}): Input => ({
  thought: `Thought ${number} about the version`,
  thought_number: number,
  total_thoughts: 4,
  next_thought_needed: true,
  ...fields,
})

const think = (ctx: ProjectContext, number: number, fields: Partial<Input> = {}) =>
  sequentialThinkingQa.run(ctx, thoughtOf(number, { session_id: 's', ...fields }))

const issuesOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error) => error.issues?.map(({ path }: { path: string }) => path) ?? error,
  )

const history = (ctx: ProjectContext, session_id = 's') => getThinkingHistory.run(ctx, { session_id })

describe('sequential_thinking_qa', () => {
  it('creates a session if none is named, and continues a named one', async () => {
    const { key } = await makeProject()
    const first = await sequentialThinkingQa.run(key, thoughtOf(1))
    const second = await sequentialThinkingQa.run(key, thoughtOf(2, { session_id: first.session_id }))
    expect(second).toMatchObject({ session_id: first.session_id, thought_history_length: 2 })
    expect(second.current_step.step_number).toBe(2)
    const mine = await think(key, 1, { session_id: 'my session/1' })
    expect(mine).toMatchObject({ session_id: 'my session/1', thought_history_length: 1 })
  })

  it('stores a thought as it was sent and answers it from the stored ones', async () => {
    const { key } = await makeProject()
    const current_step = {
      step_description: 'Read it',
      expected_outcome: 'Known',
      recommended_tools: [{ tool_name: 'read_file', confidence: 0.5, rationale: 'r', priority: 1, mine: true }],
      next_step_conditions: [],
    }
    const thought = '  Nothing is trimmed.\n\u0000'
    await think(key, 1, { thought, current_step, step_outcome: 'success', verification_target: 'Zod version' })
    await think(key, 2, { branch_from_thought: 1, branch_id: 'b' })
    const answer = await think(key, 3, { branch_id: 'b', is_revision: true, revises_thought: 1 })
    expect(answer.current_step.recommended_tools[0]).toMatchObject({
      tool_name: 'read_file',
      factors: { template: 0.9, availability: 1, context: 0.05, evidence: 0.1 },
    })
    const { thoughts, branches, total } = await history(key)
    expect(branches).toEqual(['b'])
    expect(total).toBe(3)
    expect(thoughts[0]).toMatchObject({
      thought: '  Nothing is trimmed.\n\ufffd',
      client_step: current_step,
      step_outcome: 'success',
      branch_id: null,
    })
    expect(thoughts[2]).toMatchObject({
      branch_id: 'b',
      branch_from_thought: 1,
      is_revision: true,
      revises_thought: 1,
      verification_target: 'Zod version',
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an empty input', {}, ['thought', 'next_thought_needed', 'thought_number', 'total_thoughts']],
    ['an empty thought', thoughtOf(1, { thought: '  ' }), ['thought']],
    ['a number that is not numeric', { ...thoughtOf(1), thought_number: 'abc' }, ['thought_number']],
    ['a number below 1', thoughtOf(0), ['thought_number']],
    ['a fraction', thoughtOf(1.5), ['thought_number']],
    ['a flag that is not a boolean', { ...thoughtOf(1), next_thought_needed: 'yes' }, ['next_thought_needed']],
    ['an unknown field', { ...thoughtOf(1), colour: 'red' }, ['colour']],
    ['a field given under two names', { ...thoughtOf(1), thoughtNumber: 2 }, ['thoughtNumber']],
    ['an unknown workflow', thoughtOf(1, { workflow: 'release' }), ['workflow']],
    ['an unknown outcome', { ...thoughtOf(1), step_outcome: 'fine' }, ['step_outcome']],
    ['a session id that cannot be stored', thoughtOf(1, { session_id: 'a\u0000' }), ['session_id']],
    ['a target that cannot be stored', thoughtOf(1, { verification_target: 'a\u0000' }), ['verification_target']],
    [
      'a confidence above 1',
      {
        ...thoughtOf(1),
        current_step: {
          step_description: 'x',
          expected_outcome: 'y',
          recommended_tools: [{ tool_name: 'a', confidence: 1.4, rationale: 'r', priority: 1 }],
          next_step_conditions: [],
        },
      },
      ['current_step.recommended_tools[0].confidence'],
    ],
    ['a branch without an origin', thoughtOf(1, { branch_id: 'b' }), ['branch_from_thought']],
  ])('names the invalid field and stores nothing for %s', async (_, input, paths) => {
    const { key, project } = await makeProject()
    expect(await issuesOf(sequentialThinkingQa.run(key, input as Input))).toEqual(paths)
    expect(await getDb().thinkingSession.count({ where: { projectId: project.id } })).toBe(0)
    expect(await getDb().thought.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('accepts numbers and flags as text, and the field names that other servers use', async () => {
    const { key } = await makeProject()
    const input = {
      thought: 'The version',
      thoughtNumber: ' 3 ',
      totalThoughts: '4',
      nextThoughtNeeded: 'False',
      needsMoreThoughts: 'true',
      verificationTarget: 'Zod version',
      availableMcpTools: ['read_file'],
    }
    expect(await sequentialThinkingQa.run(key, input as unknown as Input)).toMatchObject({
      thought_number: 3,
      total_thoughts: 4,
      next_thought_needed: true,
      adjusted: true,
      verification_target: 'Zod version',
      unavailable_recommendations: ['execute_command'],
    })
  })

  it('has a plain object schema for agents', () => {
    const schema = z.toJSONSchema(contract.input, { io: 'input' })
    expect(schema.type).toBe('object')
    expect(schema.required).toEqual(['thought', 'next_thought_needed', 'thought_number', 'total_thoughts'])
    expect(Object.keys(schema.properties ?? {})).toEqual(
      expect.arrayContaining(['session_id', 'available_client_tools']),
    )
    expect(schema.properties?.thought_number).toMatchObject({ type: 'integer', minimum: 1 })
  })

  it('accepts one of several concurrent thoughts with the same number, and stores nothing for the others', async () => {
    const { key } = await makeProject()
    await think(key, 1)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => issuesOf(think(key, 2))))
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 'taken')).toEqual(
      Array.from({ length: 5 }, () => ['thought_number']),
    )
    expect((await history(key)).thoughts.map((thought) => thought.thought_number)).toEqual([1, 2])
  })

  it('creates one session from several concurrent first thoughts, and loses none', async () => {
    const { key } = await makeProject()
    await Promise.all([1, 2, 3, 4, 5].map((number) => think(key, number)))
    const { thoughts } = await history(key)
    expect(thoughts.map((thought) => thought.thought_number).sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps projects with the same session id apart', async () => {
    const [mine, other] = [await makeProject(), await makeProject()]
    await think(mine.key, 1)
    expect((await think(other.key, 1)).thought_history_length).toBe(1)
    await think(other.key, 2)
    expect((await clearThinkingHistory.run(other.key, { session_id: 's' })).cleared).toBe(2)
    expect((await history(mine.key)).total).toBe(1)
  })

  it('drops the oldest thoughts over the limit, but still knows that they existed', async () => {
    const { key, project } = await makeProject()
    await getDb().configVersion.create({
      data: {
        projectId: project.id,
        scope: 'project',
        number: 1,
        config: { thinking: { max_thoughts: 3 } },
        by: 'test',
      },
    })
    await think(key, 1)
    await think(key, 2, { branch_from_thought: 1, branch_id: 'b' })
    for (const number of [3, 4]) await think(key, number, { branch_id: 'b' })
    const answer = await think(key, 5, { branch_id: 'b' })
    expect(answer).toMatchObject({ thought_history_length: 3, branches: ['b'], branch: { branch_from_thought: 1 } })
    expect((await history(key)).thoughts.map((thought) => thought.thought_number)).toEqual([3, 4, 5])
    const revision = think(key, 6, { branch_id: 'b', is_revision: true, revises_thought: 2 })
    await expect(revision).rejects.toThrow(/no longer kept/)
  })

  it('uses the workflows of its project', async () => {
    const test = await makeProject()
    const step = { step_description: 'Read the licence of {target}', expected_outcome: 'Known', recommended_tools: [] }
    await putThinkingTemplate.run(await test.as('admin'), {
      name: 'licence',
      template: { keywords: ['licence'], steps: [step] },
    })
    const answer = await think(test.key, 1, { verification_target: 'the licence' })
    expect(answer).toMatchObject({ workflow: 'licence', current_step: { step_count: 1 } })
    const other = await makeProject()
    expect((await think(other.key, 1, { thought: 'x', verification_target: 'the licence' })).workflow).toBeNull()
  })
})

describe('get_thinking_history', () => {
  it('returns the newest thoughts of one branch, in order of arrival', async () => {
    const { key } = await makeProject()
    await think(key, 1)
    for (const number of [2, 3, 4])
      await think(key, number, { branch_id: 'b', ...(number === 2 && { branch_from_thought: 1 }) })
    const read = await getThinkingHistory.run(key, { session_id: 's', branch_id: 'b', limit: 2 })
    expect(read.thoughts.map((thought) => thought.thought_number)).toEqual([3, 4])
    expect(read).toMatchObject({ total: 3, branches: ['b'] })
  })

  it('rejects unknown sessions and branches', async () => {
    const { key } = await makeProject()
    expect(await issuesOf(history(key))).toEqual(['session_id'])
    expect(await issuesOf(clearThinkingHistory.run(key, { session_id: 's' }))).toEqual(['session_id'])
    await think(key, 1)
    expect(await issuesOf(getThinkingHistory.run(key, { session_id: 's', branch_id: 'b' }))).toEqual(['branch_id'])
  })
})

describe('clear_thinking_history', () => {
  it('returns the number of removed thoughts, and lets the session start over', async () => {
    const { key } = await makeProject()
    await think(key, 1)
    await think(key, 2, { branch_from_thought: 1, branch_id: 'b' })
    expect(await clearThinkingHistory.run(key, { session_id: 's' })).toEqual({ session_id: 's', cleared: 2 })
    expect(await history(key)).toEqual({ session_id: 's', thoughts: [], branches: [], total: 0 })
    expect(await clearThinkingHistory.run(key, { session_id: 's' })).toEqual({ session_id: 's', cleared: 0 })
    expect(await think(key, 1)).toMatchObject({
      thought_history_length: 1,
      branches: [],
      current_step: { step_number: 1 },
    })
  })
})
