import type { BriefFacts } from '@/lib/contracts/briefs'

/** Makes a brief of a rejected run that says nothing else by default. */
export function briefFacts(overrides: Partial<BriefFacts> = {}): BriefFacts {
  return {
    subject: { kind: 'run', id: '01993c5e-8f4a-7d31-9f0e-2b6f6c1d4a57', name: 'run-7' },
    headline: 'Rejected by Ada: the amount is not in the order.',
    chain: 'refunds',
    version: '1.5.0',
    priorVersion: null,
    next: null,
    sendAs: null,
    asked: null,
    came: null,
    error: null,
    guiltyStep: null,
    findings: [],
    words: [],
    failures: [],
    changes: [],
    keep: [],
    pairs: [],
    evidence: [],
    examples: [],
    links: [],
    ...overrides,
  }
}
