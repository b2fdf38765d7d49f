import { describe, expect, it } from 'vitest'
import type { ThoughtInput } from '@/lib/contracts/thinking/think'
import { lastAnswer, thinkThrough, thoughtOf, toolsOf } from './testing/session'
import { builtInWorkflows } from './workflows'

const tailwind: [string, string][] = [
  ['Need to verify Tailwind CSS version before implementing configuration', 'Tailwind CSS version'],
  ['Need to check official documentation for the identified Tailwind version', 'Tailwind CSS configuration'],
  ['Plan implementation based on correct version information', 'Tailwind CSS configuration implementation'],
  ['Validate the implementation works with installed version', 'Tailwind CSS configuration validation'],
]
const plan = tailwind.map(([thought, verification_target], index) =>
  thoughtOf(index + 1, { thought, verification_target }),
)
const stepsOf = (inputs: readonly ThoughtInput[]) =>
  thinkThrough(inputs).map((answer) => answer.current_step.step_number)

describe('the version workflow', () => {
  it('has the four steps of the source document, word for word', () => {
    const steps = thinkThrough(plan).map((answer) => {
      expect(answer.workflow).toBe('version')
      const { step_number: _, step_count: __, recommended_tools, ...step } = answer.current_step
      return { ...step, recommended_tools: recommended_tools.map(({ factors: ___, ...tool }) => tool) }
    })
    expect(steps).toMatchInlineSnapshot(`
      [
        {
          "expected_outcome": "Confirmed Tailwind version",
          "next_step_conditions": [
            "Version identified",
            "Check for breaking changes between versions",
          ],
          "recommended_tools": [
            {
              "confidence": 0.9,
              "priority": 1,
              "rationale": "Examine package.json to determine installed version",
              "tool_name": "read_file",
            },
            {
              "alternatives": [
                "execute_command (yarn list)",
                "execute_command (pnpm list)",
              ],
              "confidence": 0.7,
              "priority": 2,
              "rationale": "Run npm list or similar command to check installed version",
              "tool_name": "execute_command",
            },
          ],
          "step_description": "Check installed Tailwind version in package.json",
        },
        {
          "expected_outcome": "Understanding of correct configuration pattern",
          "next_step_conditions": [
            "Configuration approach identified",
            "Breaking changes noted",
          ],
          "recommended_tools": [
            {
              "confidence": 0.9,
              "priority": 1,
              "rationale": "Navigate to official Tailwind documentation",
              "suggested_inputs": {
                "url": "https://tailwindcss.com/docs",
              },
              "tool_name": "browser_navigate",
            },
            {
              "confidence": 0.8,
              "priority": 2,
              "rationale": "Browse documentation site to find relevant sections",
              "tool_name": "browser_action",
            },
            {
              "alternatives": [
                "mcp-omnisearch:brave_search",
                "mcp-omnisearch:kagi_search",
              ],
              "confidence": 0.7,
              "priority": 3,
              "rationale": "Use a search tool (like Brave or Kagi) to find specific documentation pages",
              "suggested_inputs": {
                "arguments": {
                  "query": "Tailwind CSS v4 configuration",
                },
                "server_name": "mcp-omnisearch",
                "tool_name": "brave_search",
              },
              "tool_name": "use_mcp_tool",
            },
          ],
          "step_description": "Retrieve current Tailwind configuration approach from docs",
        },
        {
          "expected_outcome": "Version-appropriate implementation plan",
          "next_step_conditions": [
            "Configuration designed",
            "Ready for validation",
          ],
          "recommended_tools": [
            {
              "confidence": 0.8,
              "priority": 1,
              "rationale": "Create appropriate configuration file (e.g., tailwind.config.js)",
              "suggested_inputs": {
                "content": "// Initial Tailwind config",
                "path": "tailwind.config.js",
              },
              "tool_name": "write_to_file",
            },
            {
              "confidence": 0.7,
              "priority": 2,
              "rationale": "Update existing configuration files if they exist",
              "tool_name": "replace_in_file",
            },
          ],
          "step_description": "Design configuration approach for Tailwind v4",
        },
        {
          "expected_outcome": "Confirmed working configuration",
          "next_step_conditions": [],
          "recommended_tools": [
            {
              "confidence": 0.9,
              "priority": 1,
              "rationale": "Run build process or development server to verify configuration",
              "suggested_inputs": {
                "command": "npm run build",
                "requires_approval": false,
              },
              "tool_name": "execute_command",
            },
            {
              "confidence": 0.7,
              "priority": 2,
              "rationale": "Visually verify styles are applied correctly in a browser",
              "tool_name": "browser_action",
            },
          ],
          "step_description": "Test configuration with installed Tailwind version",
        },
      ]
    `)
  })

  it('names the subject, and does not make up an address for it', () => {
    const [first, second] = thinkThrough(
      [1, 2].map((n) => thoughtOf(n, { verification_target: 'React Router version' })),
    )
    expect(first?.current_step.step_description).toBe('Check installed React Router version in package.json')
    expect(second?.current_step.recommended_tools[0]).not.toHaveProperty('suggested_inputs')
    expect(second?.current_step.recommended_tools[2]?.suggested_inputs).toMatchObject({
      arguments: { query: 'React Router documentation' },
    })
    for (const verification_target of [undefined, 'version', 'The version of every dependency'])
      expect(lastAnswer(thoughtOf(1, { verification_target })).current_step.step_description).toBe(
        'Check installed version in package.json',
      )
  })
})

describe('the step', () => {
  it('follows the completed steps, not the number of the thought', () => {
    expect(stepsOf([thoughtOf(7), thoughtOf(9), thoughtOf(10)])).toEqual([1, 2, 3])
  })

  it('stays open if it failed or was inconclusive', () => {
    expect(
      stepsOf([
        thoughtOf(1, { step_outcome: 'success' }),
        thoughtOf(2, { step_outcome: 'failure' }),
        thoughtOf(3, { step_outcome: 'inconclusive' }),
        thoughtOf(4, { step_outcome: 'multiple_options' }),
        thoughtOf(5),
      ]),
    ).toEqual([1, 2, 2, 2, 3])
  })

  it('is counted separately for each workflow', () => {
    const workflows = ['version', 'syntax', 'version', 'syntax', 'version'] as const
    expect(stepsOf(workflows.map((workflow, index) => thoughtOf(index + 1, { workflow })))).toEqual([1, 1, 2, 2, 3])
  })

  it('is the last one again when all are done, with a warning', () => {
    const answer = lastAnswer(...plan, thoughtOf(5), thoughtOf(6))
    expect(answer.current_step.step_number).toBe(4)
    expect(answer.warnings).toContain('All steps of the version workflow are done; this is the last one again.')
  })

  it('of a revision is that of the revised thought, whatever its text names', () => {
    const revision = thoughtOf(5, {
      thought: 'Build failed due to syntax error. Revising implementation step.',
      verification_target: 'Tailwind CSS configuration syntax',
      is_revision: true,
      revises_thought: 3,
    })
    const answer = lastAnswer(...plan, revision)
    expect(answer).toMatchObject({ workflow: 'version', matched_on: 'revises_thought', revises_thought: 3 })
    expect(answer.current_step.step_number).toBe(3)
    expect(toolsOf(answer)).toEqual([
      ['write_to_file', 0.8],
      ['replace_in_file', 0.7],
    ])
    expect(stepsOf([...plan, revision, thoughtOf(6)]).at(-1)).toBe(4)
  })

  it('of a branch continues from its origin, independently of the main line', () => {
    const branch = { branch_from_thought: 2, branch_id: 'b' }
    expect(
      stepsOf([thoughtOf(1), thoughtOf(2), thoughtOf(3, branch), thoughtOf(3), thoughtOf(4, branch), thoughtOf(4)]),
    ).toEqual([1, 2, 3, 3, 4, 4])
  })

  it('does not go back when the oldest thoughts are dropped', () => {
    const steps = thinkThrough(
      [1, 2, 3, 4, 5].map((n) => thoughtOf(n)),
      { maxThoughts: 2 },
    )
    expect(steps.map((answer) => answer.current_step.step_number)).toEqual([1, 2, 3, 4, 4])
    expect(steps.map((answer) => answer.thought_history_length)).toEqual([1, 2, 2, 2, 2])
  })
})

describe('every built-in workflow', () => {
  it.each(builtInWorkflows.map(({ name, steps }) => ({ name, steps })))(
    '$name has four steps with tools',
    ({ steps }) => {
      expect(steps).toHaveLength(4)
      for (const { recommended_tools: tools } of steps) {
        expect(tools.map((tool) => tool.priority)).toEqual(tools.map((_, index) => index + 1))
        for (const { confidence } of tools) expect(confidence).toBeGreaterThan(0.5)
      }
      expect(JSON.stringify(steps)).not.toMatch(/tavily/i)
    },
  )
})
