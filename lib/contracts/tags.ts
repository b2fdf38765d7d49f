import type { TagObject } from './openapi'

/** Groups of the API reference, in reading order. */
export const TAGS = {
  runs: { name: 'Runs', description: 'Send and find runs, and read one down to the factors of its scores.' },
  traces: { name: 'Traces', description: 'Runs as OpenTelemetry traces.' },
  quality: {
    name: 'Quality tools',
    description:
      'Every rule as a stateless tool: it takes an input, returns a result, and stores nothing unless it says so. The same tools are available over MCP and on the command line.',
  },
  thinking: { name: 'Thinking', description: 'Thoughts of an agent, stored by session.' },
  reviews: { name: 'Reviews', description: 'Verdicts and ratings of people.' },
  briefs: { name: 'Briefs', description: 'What went wrong, and what is needed to fix it.' },
  pairs: {
    name: 'Pairs',
    description: 'Blind comparisons of two versions or runs by people.',
  },
  comments: { name: 'Comments', description: 'Comments on a run and its steps.' },
  gates: { name: 'Gates', description: 'Questions that wait for a decision of a person.' },
  notifications: { name: 'Notifications', description: 'Notifications of the signed-in person.' },
  chains: { name: 'Chains', description: 'Chains, their versions and settings.' },
  trials: { name: 'Trials', description: 'Live and dry runs requested for a published version.' },
  executions: { name: 'Executions', description: 'All attempts at one piece of work.' },
  failures: { name: 'Failures', description: 'Failures by class and group.' },
  calibration: { name: 'Calibration', description: 'Predictions of verdicts, compared with the verdicts.' },
  overview: { name: 'Overview', description: 'Figures of a period.' },
  configuration: { name: 'Configuration', description: 'The rules of a project and its chains.' },
  checks: { name: 'Checks', description: 'Checks of a working agent, attempt by attempt.' },
  deadLetters: { name: 'Dead letters', description: 'Permanently failed work, kept for a retry.' },
  judge: { name: 'Judge', description: 'The judge model: calls, spend, breakers.' },
  audit: { name: 'Audit', description: 'Who decided and changed what, as a verifiable hash chain.' },
  mail: { name: 'E-mail', description: 'Notifications by e-mail, and failed deliveries.' },
  webhooks: { name: 'Webhooks', description: 'Events sent to other systems, signed and retried.' },
  weekly: { name: 'Weekly report', description: 'One frozen page per week, with its actions.' },
  work: { name: 'Timed work', description: 'Scheduled work of the desk that keeps failing.' },
  views: { name: 'Saved views', description: 'Saved filters of a list.' },
  search: { name: 'Search', description: 'Full-text search over the project.' },
  live: { name: 'Live', description: 'Changes as they happen.' },
  mcp: { name: 'MCP', description: 'The Model Context Protocol.' },
  projects: { name: 'Projects', description: 'Projects and the work waiting in them.' },
  data: { name: 'Data', description: 'Retention, redaction and deletion of data.' },
  invitations: { name: 'Invitations', description: 'Invitations to a project, by a link.' },
  members: { name: 'Members', description: 'Members of a project.' },
  keys: { name: 'API keys', description: 'Keys for agents and tools.' },
  connections: { name: 'Connected apps', description: 'Apps that act for a person, authorized with OAuth.' },
  sample: { name: 'Sample', description: 'Sample runs to start with.' },
  account: { name: 'Account', description: 'Your own account.' },
  setup: { name: 'Set-up', description: 'The first account.' },
  health: { name: 'Health', description: 'Health checks and metrics for operators.' },
} as const satisfies Record<string, TagObject>

export type Tag = keyof typeof TAGS
