import type { ExampleObject } from '@/lib/contracts/openapi'
import toolExamples from './tool-examples.json'

type Examples = Record<string, Record<string, ExampleObject>>

const tools = Object.entries(toolExamples)

const run = {
  id: 'ticket-4711-1',
  chain: 'support-answers',
  version: '1.4.0',
  execution: 'ticket-4711',
  attempt: 1,
  request: { question: 'How do I reset my password?' },
  output: { answer: 'Open Settings, choose Security, then Reset password.', sources: ['manual-12'] },
  nodes: [
    { id: 'retrieve', output: { found: ['manual-12'] }, durationMs: 240 },
    {
      id: 'answer',
      dependencies: ['retrieve'],
      toolCalls: [{ name: 'search_manual', arguments: { query: 'reset password' }, result: { hits: 1 } }],
    },
  ],
  contract: { requiredOutputs: ['answer', 'sources'] },
  tokens: { input: 812, output: 164 },
  durationMs: 1830,
  costUsd: 0.0041,
  signals: { self: 0.9, peer: 0.8 },
}

const failedRun = {
  id: 'ticket-4712-1',
  chain: 'support-answers',
  version: '1.4.0',
  status: 'failed',
  nodes: [{ id: 'retrieve', status: 'failed', error: { message: 'rate limit reached', httpStatus: 429 } }],
}

const one = (value: unknown, summary?: string) => ({ example: { ...(summary && { summary }), value } })

/** Bodies to send, by the name of the operation. Path parameters are not in them. */
export const bodyExamples: Examples = {
  'runs.ingest': {
    one: { summary: 'One run', value: run },
    many: {
      summary: 'Up to 1,000 runs; one that is refused does not hold up the others',
      value: { runs: [run, failedRun] },
    },
  },
  'runs.rescore': one({ series: 'stricter-2026', profile: 'stratt', weights: { completeness: 0.6 }, dryRun: true }),
  'chains.putVersion': one({
    version: '1.5.0',
    contract: {
      schema: { type: 'object', properties: { answer: { type: 'string', minLength: 1 } } },
      requiredOutputs: ['answer', 'sources'],
    },
    criteria: { required_fields: ['answer'], accuracy_threshold: 0.8 },
  }),
  'chains.publishVersion': one({
    version: '1.6.0',
    contract: { requiredOutputs: ['answer', 'sources'] },
    scenarios: [{ name: 'reset password', request: { question: 'How do I reset my password?' } }],
    executor: { kind: 'http', url: 'https://agents.example.com/support-answers', timeoutSeconds: 60 },
    notes: 'Shorter answers.',
  }),
  'trials.add': one({ kind: 'live', count: 5 }),
  'trials.claim': one({ chain: 'support-answers', version: '1.6.0', limit: 1 }),
  'trials.report': one({ attempt: 1, run: { output: { answer: 'Open Settings.', sources: ['manual-12'] } } }),
  'chains.update': one({ regressionThreshold: 0.03, minLiveRuns: 10 }),
  'gates.open': one({
    chain: 'support-answers',
    version: '1.5.0',
    question: 'Answers got shorter. Is that what we want?',
    deadlineHours: 48,
  }),
  'gates.decide': one({
    verdict: 'rejected',
    evidenceDigest: 'b7c2f0a94d1e',
    reason: 'Two of three answers leave out the warning.',
  }),
  'gates.undo': one({ reason: 'I looked at the wrong version.' }),
  'reviews.create': one({ verdict: 'rate', rating: 0.7, reason: 'Right, but it skips the second step.' }),
  'reviews.undo': one({ reason: 'Meant for another run.' }),
  'projects.create': one({ slug: 'support', name: 'Support' }),
  'projects.update': one({ timeZone: 'Europe/Berlin' }),
  'invitations.create': one({ email: 'rita@example.com', role: 'reviewer' }),
  'members.update': one({ role: 'reviewer' }),
  'keys.create': one({ name: 'nightly evaluation', scopes: ['write'] }),
  'sample.load': one({}),
  'account.update': one({ name: 'Ada Admin' }),
  ...Object.fromEntries(tools.map(([name, { body }]) => [name, one(body)])),
}

/** Answers as the desk gave them to the bodies above. */
export const answerExamples: Examples = {
  'runs.ingest': one({
    accepted: [
      {
        index: 0,
        id: 'ticket-4711-1',
        runId: '01a1ff63-7ece-7170-a973-6c0b80fab4fe',
        duplicate: false,
        quality: 0.7920081967213115,
        grade: 'excellent',
        band: 'review',
        confidence: 0.8375,
        coverage: 0.32,
        decision: 'accept',
      },
    ],
    rejected: [],
  }),
  ...Object.fromEntries(tools.map(([name, { answer }]) => [name, one(answer)])),
}
