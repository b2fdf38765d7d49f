import type { ThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { searchDocs } from './version'

/** Modelled on the version workflow: inspect, look up, change, verify. */
export const compatibilityTemplate: ThinkingTemplate = {
  keywords: [
    'compatibility',
    'compatible',
    'incompatible',
    'incompatibility',
    'incompatibilities',
    'breaking change',
    'breaking changes',
    'deprecated',
    'deprecation',
    'migrate',
    'migration',
    'upgrade path',
    'peer dependency',
  ],
  steps: [
    {
      step_description: 'Find out what[ {target}] has to work with, and in which versions',
      expected_outcome: 'The parts involved and the versions each requires',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Read the manifests and lock files for required versions and peer dependencies',
          priority: 1,
          purpose: 'read',
        },
        {
          tool_name: 'search_files',
          confidence: 0.8,
          rationale: 'Find where the parts are used together',
          priority: 2,
          purpose: 'read',
        },
      ],
      next_step_conditions: ['Requirements identified', 'Uses located'],
    },
    {
      step_description: 'Look for known breaking changes[ of {target}]',
      expected_outcome: 'The changes that concern the uses found',
      recommended_tools: [
        {
          tool_name: 'browser_navigate',
          confidence: 0.9,
          rationale: 'Open the release notes and the migration guide[ of {target}]',
          priority: 1,
          suggested_inputs: { url: '{docs_url}' },
          purpose: 'navigate',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.8,
          rationale: 'Find the releases between the versions in question',
          priority: 2,
          purpose: 'navigate',
        },
        searchDocs,
      ],
      next_step_conditions: ['Breaking changes identified', 'A workaround for each is known'],
    },
    {
      step_description: 'Adapt the uses[ of {target}]',
      expected_outcome: 'Code and configuration that fit all required versions',
      recommended_tools: [
        {
          tool_name: 'replace_in_file',
          confidence: 0.9,
          rationale: 'Change the uses that break',
          priority: 1,
          purpose: 'change',
        },
        {
          tool_name: 'write_to_file',
          confidence: 0.7,
          rationale: 'Add an adapter where a use cannot be changed',
          priority: 2,
          purpose: 'change',
        },
      ],
      next_step_conditions: ['Uses adapted', 'Ready for testing'],
    },
    {
      step_description: 'Test[ {target}] under the required versions',
      expected_outcome: 'It works with every version and environment required',
      recommended_tools: [
        {
          tool_name: 'execute_command',
          confidence: 0.9,
          rationale: 'Run the tests under each required version',
          priority: 1,
          purpose: 'diagnose',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.7,
          rationale: 'Look at it in each required browser',
          priority: 2,
          purpose: 'verify',
        },
      ],
      next_step_conditions: [],
    },
  ],
}
