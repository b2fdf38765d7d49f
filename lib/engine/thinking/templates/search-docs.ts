import type { TemplateTool } from '@/lib/contracts/thinking/templates'

/** A search for documentation, third after opening and browsing it. */
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
