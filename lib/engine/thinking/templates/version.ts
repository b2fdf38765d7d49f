import type { TemplateTool, ThinkingTemplate } from '@/lib/contracts/thinking/templates'

/** Source: sequential thinking QA plan, 4.1, "Package Version Verification Workflow". */
export const versionTemplate: ThinkingTemplate = {
  keywords: ['version', 'versions', 'versioned', 'versioning'],
  steps: [
    {
      step_description: 'Check installed[ {target}] version in package.json',
      expected_outcome: 'Confirmed[ {target}] version',
      recommended_tools: [
        {
          tool_name: 'read_file',
          confidence: 0.9,
          rationale: 'Examine package.json to determine installed version',
          priority: 1,
          purpose: 'read',
        },
        {
          tool_name: 'execute_command',
          confidence: 0.7,
          rationale: 'Run npm list or similar command to check installed version',
          priority: 2,
          alternatives: ['execute_command (yarn list)', 'execute_command (pnpm list)'],
          purpose: 'diagnose',
        },
      ],
      next_step_conditions: ['Version identified', 'Check for breaking changes between versions'],
    },
    {
      step_description: 'Retrieve current[ {target}] configuration approach from docs',
      expected_outcome: 'Understanding of correct configuration pattern',
      recommended_tools: [
        {
          tool_name: 'browser_navigate',
          confidence: 0.9,
          rationale: 'Navigate to official[ {target}] documentation',
          priority: 1,
          suggested_inputs: { url: '{docs_url}' },
          purpose: 'navigate',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.8,
          rationale: 'Browse documentation site to find relevant sections',
          priority: 2,
          purpose: 'navigate',
        },
        {
          tool_name: 'use_mcp_tool',
          confidence: 0.7,
          rationale: 'Use a search tool (like Brave or Kagi) to find specific documentation pages',
          priority: 3,
          alternatives: ['mcp-omnisearch:brave_search', 'mcp-omnisearch:kagi_search'],
          suggested_inputs: {
            server_name: 'mcp-omnisearch',
            tool_name: 'brave_search',
            arguments: { query: '{docs_query}' },
          },
          purpose: 'search',
        },
      ],
      next_step_conditions: ['Configuration approach identified', 'Breaking changes noted'],
    },
    {
      step_description: 'Design configuration approach[ for {release}]',
      expected_outcome: 'Version-appropriate implementation plan',
      recommended_tools: [
        {
          tool_name: 'write_to_file',
          confidence: 0.8,
          rationale: 'Create appropriate configuration file[ (e.g., {config_file})]',
          priority: 1,
          suggested_inputs: { path: '{config_file}', content: '{config_content}' },
          purpose: 'change',
        },
        {
          tool_name: 'replace_in_file',
          confidence: 0.7,
          rationale: 'Update existing configuration files if they exist',
          priority: 2,
          purpose: 'change',
        },
      ],
      next_step_conditions: ['Configuration designed', 'Ready for validation'],
    },
    {
      step_description: 'Test configuration with installed[ {target}] version',
      expected_outcome: 'Confirmed working configuration',
      recommended_tools: [
        {
          tool_name: 'execute_command',
          confidence: 0.9,
          rationale: 'Run build process or development server to verify configuration',
          priority: 1,
          suggested_inputs: { command: 'npm run build', requires_approval: false },
          purpose: 'diagnose',
        },
        {
          tool_name: 'browser_action',
          confidence: 0.7,
          rationale: 'Visually verify styles are applied correctly in a browser',
          priority: 2,
          purpose: 'verify',
        },
      ],
      next_step_conditions: [],
    },
  ],
}

/** A search for documentation, ranked third after opening and browsing it. */
export const searchDocs: TemplateTool = {
  tool_name: 'use_mcp_tool',
  confidence: 0.7,
  rationale: 'Use a search tool (like Brave or Kagi) to find the pages that answer it',
  priority: 3,
  alternatives: ['mcp-omnisearch:brave_search', 'mcp-omnisearch:kagi_search'],
  suggested_inputs: {
    server_name: 'mcp-omnisearch',
    tool_name: 'brave_search',
    arguments: { query: '{docs_query}' },
  },
  purpose: 'search',
}
