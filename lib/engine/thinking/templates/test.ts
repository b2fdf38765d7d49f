import type { ThinkingTemplate } from '@/lib/contracts/thinking/templates'

/** Modelled on the version workflow: prepare, run, analyse the results, report. */
export const testTemplate: ThinkingTemplate = {
  keywords: ['test', 'tests', 'tested', 'testing'],
  steps: [
    {
      step_description: 'Find the tests[ of {target}] and how they are run',
      expected_outcome: 'The command that runs them, in an environment that is ready',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Read the test set-up and the scripts of the project',
          priority: 1,
          purpose: 'read',
        },
        {
          tool_name: 'execute_command',
          confidence: 0.8,
          rationale: 'Install what the tests need and list them',
          priority: 2,
          purpose: 'diagnose',
        },
      ],
      next_step_conditions: ['Command known', 'Environment ready'],
    },
    {
      step_description: 'Run the tests[ of {target}]',
      expected_outcome: 'The result of every test',
      recommended_tools: [
        {
          tool_name: 'execute_command',
          confidence: 0.9,
          rationale: 'Run the tests and keep their output',
          priority: 1,
          purpose: 'diagnose',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.7,
          rationale: 'Go through what only shows in a browser',
          priority: 2,
          purpose: 'verify',
        },
      ],
      next_step_conditions: ['Tests ran to the end', 'Results kept'],
    },
    {
      step_description: 'Find the cause of each failed test[ of {target}]',
      expected_outcome: 'A cause for each failure, or that there is none',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Read the output and the code it points to',
          priority: 1,
          purpose: 'read',
        },
        {
          tool_name: 'search_files',
          confidence: 0.8,
          rationale: 'Find other places with the same cause',
          priority: 2,
          purpose: 'read',
        },
      ],
      next_step_conditions: ['Results analysed', 'Causes named'],
    },
    {
      step_description: 'Report the test results[ of {target}]',
      expected_outcome: 'What passed, what failed and why',
      recommended_tools: [
        {
          tool_name: 'write_to_file',
          confidence: 0.9,
          rationale: 'Write the report',
          priority: 1,
          purpose: 'change',
        },
        {
          tool_name: 'execute_command',
          confidence: 0.7,
          rationale: 'Run the failed tests once more to confirm them',
          priority: 2,
          purpose: 'diagnose',
        },
      ],
      next_step_conditions: [],
    },
  ],
}
