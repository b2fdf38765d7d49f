import { describe, expect, it } from 'vitest'
import type { ThoughtInput } from '@/lib/contracts/thinking/think'
import { findClientTool } from './recommend-tools'
import { lastAnswer, thinkThrough, thoughtOf, toolsOf } from './testing/session'

const docs = (available: string[] | undefined) =>
  lastAnswer(thoughtOf(1), thoughtOf(2, { available_client_tools: available }))

describe('findClientTool', () => {
  it.each([
    ['read_file', ['fs:read_file', 'read_file'], 'read_file'],
    ['read_file', ['fs:read_file'], 'fs:read_file'],
    ['read_file', ['fs__read_file'], 'fs__read_file'],
    ['read_file', ['mcp__fs__read_file'], 'mcp__fs__read_file'],
    ['read_file', ['read_files', 'thread_file', 'READ_FILE', ':read_file'], null],
    ['execute_command (yarn list)', ['execute_command'], 'execute_command'],
    ['omni:search', ['search'], 'search'],
    ['omni:search', ['omni__search'], 'omni__search'],
    ['omni:search', ['mcp__omni__search'], 'mcp__omni__search'],
    ['omni:search', ['other:search', 'other__search'], null],
    ['search', ['tavily:search', 'mcp__tavily__search'], null],
    ['read_file', [], null],
  ])('%s among %j is %j', (wanted, tools, expected) => {
    expect(findClientTool(wanted, tools)).toBe(expected)
  })
})

describe('recommended tools', () => {
  it('are those of the template when the client lists none', () => {
    const answer = docs(undefined)
    expect(toolsOf(answer)).toEqual([
      ['browser_navigate', 0.9],
      ['browser_action', 0.8],
      ['use_mcp_tool', 0.7],
    ])
    expect(answer.unavailable_recommendations).toEqual([])
  })

  it('leave out the tools the client lacks, and list them', () => {
    const answer = docs(['browser_action', 'something_else'])
    expect(toolsOf(answer)).toEqual([['browser_action', 0.8]])
    expect(answer.unavailable_recommendations).toEqual(['browser_navigate', 'use_mcp_tool'])
  })

  it('replace a missing tool by its first available alternative, at .9 of its confidence', () => {
    const answer = docs(['mcp__mcp-omnisearch__kagi_search'])
    const [tool] = answer.current_step.recommended_tools
    expect(tool).toMatchObject({
      tool_name: 'mcp-omnisearch:kagi_search',
      available_as: 'mcp__mcp-omnisearch__kagi_search',
      replaces: 'use_mcp_tool',
      confidence: 0.63,
      factors: { template: 0.7, availability: 0.9, context: 0, evidence: 0 },
    })
    expect(tool).not.toHaveProperty('alternatives')
    expect(answer.unavailable_recommendations).toContain('use_mcp_tool')
  })

  it('are empty for a client without tools, with a warning', () => {
    const answer = docs([])
    expect(toolsOf(answer)).toEqual([])
    expect(answer.warnings).toContain('available_client_tools is empty, so no tool is recommended.')
    expect(docs(['x']).warnings).toContain('None of the tools for this step is among available_client_tools.')
  })

  it('never include tavily, neither from a template nor from the client', () => {
    const tool = (tool_name: string, alternatives: string[] = []) => ({
      tool_name,
      confidence: 0.9,
      rationale: 'Find it',
      priority: 1,
      alternatives,
    })
    const workflow = {
      name: 'find',
      keywords: ['find'],
      steps: [
        {
          step_description: 'Find it',
          expected_outcome: 'Found',
          recommended_tools: [tool('tavily_search'), tool('search', ['Tavily:search', 'tavily_search'])],
          next_step_conditions: [],
        },
      ],
    }
    for (const available of [undefined, ['tavily_search', 'mcp__tavily__search', 'tavily:search']]) {
      const input = thoughtOf(1, { workflow: 'find', available_client_tools: available })
      expect(JSON.stringify(thinkThrough([input], { projectWorkflows: [workflow] }))).not.toMatch(/tavily/i)
    }
  })
})

describe('confidence', () => {
  const revisionOf = (revised: number, fields: Partial<ThoughtInput> = {}) =>
    thoughtOf(9, { is_revision: true, revises_thought: revised, ...fields })

  it('grows by .05 for reading and diagnosing in a revision', () => {
    const [first, second, third] = [1, 2, 3].map((n) =>
      lastAnswer(thoughtOf(1), thoughtOf(2), thoughtOf(3), revisionOf(n)),
    )
    expect(first && toolsOf(first)).toEqual([
      ['read_file', 0.95],
      ['execute_command', 0.75],
    ])
    expect(second && toolsOf(second).map(([, confidence]) => confidence)).toEqual([0.9, 0.8, 0.7])
    expect(third && toolsOf(third).map(([, confidence]) => confidence)).toEqual([0.8, 0.7])
  })

  it('grows by .05 for search and navigation on a branch', () => {
    const answer = lastAnswer(thoughtOf(1), thoughtOf(2, { branch_from_thought: 1, branch_id: 'b' }))
    expect(toolsOf(answer).map(([, confidence]) => confidence)).toEqual([0.95, 0.85, 0.75])
  })

  it.each([
    ['success', 1, 0.1],
    ['failure', 0.85, -0.1],
    ['inconclusive', 0.95, 0],
    ['multiple_options', 0.95, 0],
  ] as const)('after %s of the tool is %d in a revision', (step_outcome, expected, evidence) => {
    const answer = lastAnswer(thoughtOf(1, { step_outcome }), revisionOf(1))
    expect(answer.current_step.recommended_tools[0]).toMatchObject({
      confidence: expected,
      factors: { template: 0.9, availability: 1, context: 0.05, evidence },
    })
  })

  it('follows the latest outcome of each tool the client reports as used, in any spelling', () => {
    const used = (tool_name: string) => ({
      step_description: 'x',
      expected_outcome: 'y',
      recommended_tools: [
        {
          tool_name,
          confidence: 0.5,
          rationale: 'r',
          priority: 1,
          alternatives: undefined,
          suggested_inputs: undefined,
        },
      ],
      next_step_conditions: [],
    })
    const answer = lastAnswer(
      thoughtOf(1),
      thoughtOf(2, { step_outcome: 'failure', current_step: used('browser:browser_navigate') }),
      thoughtOf(3, { step_outcome: 'success', current_step: used('mcp__web__browser_navigate') }),
      revisionOf(3),
    )
    expect(toolsOf(answer)).toEqual([
      ['browser_navigate', 1],
      ['browser_action', 0.8],
      ['use_mcp_tool', 0.7],
    ])
  })
})
