import type { TagObject } from './openapi'

/** The nouns of the API in the order a newcomer meets them. */
export const TAGS = {
  runs: { name: 'Runs', description: 'Send runs, find them, read one down to the factors of its scores.' },
  traces: { name: 'Traces', description: 'Runs as OpenTelemetry traces.' },
  quality: {
    name: 'Quality tools',
    description:
      'Every rule as a tool: it takes an input, gives a result, and stores nothing unless it says so. The same tools are offered over MCP and on the command line.',
  },
  thinking: { name: 'Thinking', description: 'Thoughts of an agent, kept by session.' },
  reviews: { name: 'Reviews', description: 'Verdicts and ratings of people.' },
  briefs: { name: 'Briefs', description: 'What went wrong, for whoever mends it.' },
  pairs: {
    name: 'Pairs',
    description: 'Which of two versions or runs is better, said by people who do not know which is which.',
  },
  comments: { name: 'Comments', description: 'What people say at a run and its steps.' },
  gates: { name: 'Gates', description: 'Questions that wait for a person.' },
  notifications: { name: 'Notifications', description: 'What a person is told of in the desk.' },
  chains: { name: 'Chains', description: 'Chains, their versions and settings.' },
  trials: { name: 'Trials', description: 'Live and dry runs that a published version is tried with.' },
  executions: { name: 'Executions', description: 'All attempts at one piece of work.' },
  failures: { name: 'Failures', description: 'Failures by class and group.' },
  calibration: { name: 'Calibration', description: 'What was predicted of runs, against what people said.' },
  overview: { name: 'Overview', description: 'Figures of a period.' },
  configuration: { name: 'Configuration', description: 'The rules a project and its chains go by.' },
  checks: { name: 'Checks', description: 'Checks of a working agent, attempt by attempt.' },
  deadLetters: { name: 'Dead letters', description: 'Work that failed for good and waits to be tried again.' },
  judge: { name: 'Judge', description: 'The model that is asked for a judgement: calls, spend, breakers.' },
  audit: { name: 'Audit', description: 'Who decided and changed what, as a chain that can be verified.' },
  mail: { name: 'E-mail', description: 'Notifications by e-mail, and what could not be sent.' },
  webhooks: { name: 'Webhooks', description: 'Events sent to other systems, signed and retried.' },
  weekly: { name: 'Weekly review', description: 'One frozen page a week, and the actions written down for it.' },
  work: { name: 'Timed work', description: 'What the desk does by itself, where it keeps failing.' },
  views: { name: 'Saved views', description: 'Filters of a list, kept under a name.' },
  search: { name: 'Search', description: 'Everything by words.' },
  live: { name: 'Live', description: 'Changes as they happen.' },
  mcp: { name: 'MCP', description: 'The Model Context Protocol.' },
  projects: { name: 'Projects', description: 'Projects and what waits in them.' },
  data: { name: 'Data', description: 'How long data is kept, what is taken out of it, and how it is deleted.' },
  invitations: { name: 'Invitations', description: 'How people come into a project: by a link that they accept.' },
  members: { name: 'Members', description: 'Who belongs to a project.' },
  keys: { name: 'API keys', description: 'Keys for agents and tools.' },
  connections: { name: 'Connected apps', description: 'Apps that act for a person, signed in with OAuth.' },
  sample: { name: 'Sample', description: 'Runs to look at before there are any.' },
  account: { name: 'Account', description: "One's own account." },
  setup: { name: 'Set-up', description: 'The first account.' },
  health: { name: 'Health', description: 'For those who operate the desk.' },
} as const satisfies Record<string, TagObject>

export type Tag = keyof typeof TAGS
