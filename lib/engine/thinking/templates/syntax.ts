import type { ThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { searchDocs } from './version'

/** Modelled on the version workflow: inspect, look up, change, verify. */
export const syntaxTemplate: ThinkingTemplate = {
  keywords: ['syntax', 'syntactic', 'syntactically', 'lint', 'linter', 'linting', 'code style'],
  steps: [
    {
      step_description: 'Look at the code[ of {target}] as it is and at what a linter says',
      expected_outcome: 'A list of the syntax faults, each with its place',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Read the files in question',
          priority: 1,
          purpose: 'read',
        },
        {
          tool_name: 'execute_command',
          confidence: 0.8,
          rationale: 'Run the linter or parser of the project',
          priority: 2,
          purpose: 'diagnose',
        },
      ],
      next_step_conditions: ['Files read', 'Faults located'],
    },
    {
      step_description: 'Look up the correct syntax[ for {target}] in the official reference',
      expected_outcome: 'The rule that each fault breaks',
      recommended_tools: [
        {
          tool_name: 'browser_navigate',
          confidence: 0.9,
          rationale: 'Open the official reference[ of {target}]',
          priority: 1,
          suggested_inputs: { url: '{docs_url}' },
          purpose: 'navigate',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.8,
          rationale: 'Find the section on the construct in question',
          priority: 2,
          purpose: 'navigate',
        },
        searchDocs,
      ],
      next_step_conditions: ['Correct syntax known', 'Version differences noted'],
    },
    {
      step_description: 'Correct the syntax[ of {target}]',
      expected_outcome: 'Every listed fault is fixed and nothing else is changed',
      recommended_tools: [
        {
          tool_name: 'replace_in_file',
          confidence: 0.9,
          rationale: 'Change only the faulty places',
          priority: 1,
          purpose: 'change',
        },
        {
          tool_name: 'write_to_file',
          confidence: 0.7,
          rationale: 'Rewrite a file if most of it is wrong',
          priority: 2,
          purpose: 'change',
        },
      ],
      next_step_conditions: ['Faults corrected', 'Ready for validation'],
    },
    {
      step_description: 'Check the corrected syntax[ of {target}]',
      expected_outcome: 'Parser, linter and build find no fault',
      recommended_tools: [
        {
          tool_name: 'execute_command',
          confidence: 0.9,
          rationale: 'Run linter and build again',
          priority: 1,
          purpose: 'diagnose',
        },
        {
          tool_name: 'read_file',
          confidence: 0.7,
          rationale: 'Read the corrected places once more',
          priority: 2,
          purpose: 'read',
        },
      ],
      next_step_conditions: [],
    },
  ],
}
