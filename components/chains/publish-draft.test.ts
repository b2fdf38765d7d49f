import { describe, expect, it } from 'vitest'
import type { VersionDetail } from '@/lib/contracts/versions'
import { firstDraft, keepableText, nextVersion, readDraft, textAt, withField } from './publish-draft'

it.each([
  ['1.2.3', '1.2.4'],
  ['1.2.9-rc.1', '1.2.10'],
  ['1.0', '1.1'],
  ['2', '3'],
  ['v1.299', 'v1.300'],
  ['9007199254740993', '9007199254740994'],
  ['2026-11-30', ''],
  ['main', '1.0.0'],
])('nextVersion follows %s with %s', (version, next) => {
  expect(nextVersion(version)).toBe(next)
})

describe('firstDraft', () => {
  const last: VersionDetail = {
    chain: 'answers',
    version: '1.0.0',
    state: 'live',
    served: true,
    publishedAt: '2026-11-20T00:00:00.000Z',
    publishedBy: 'Ada',
    author: 'Ada',
    hasContract: true,
    hasCriteria: false,
    gate: null,
    liveRuns: 0,
    runs: 0,
    quality: { n: 0, mean: null, interval: null },
    confidenceFall: null,
    measured: { runs: 0, enough: 0, lacks: [] },
    confidence: null,
    verdict: 'no_baseline',
    word: 'no_baseline',
    delta: null,
    comparedWith: null,
    comparedOn: null,
    odds: null,
    profile: 'stratt',
    regressionThreshold: 0.05,
    minLiveRuns: 3,
    contract: { requiredOutputs: ['answer'] },
    criteria: null,
    graph: null,
    scenarios: [{ name: 'one' }],
    executor: {
      kind: 'http',
      host: 'example.com',
      url: 'https://example.com/',
      addressMark: 'a1b2',
      timeoutSeconds: 30,
      headers: ['authorization'],
    },
    notes: 'The first.',
    events: [],
    eventCount: 0,
    gates: [],
    gateCount: 0,
    shareGood: { runs: 0, verdicts: 0, needed: 5, automatedMean: null, found: null },
  }

  it('copies the last version without its notes and headers', () => {
    expect(firstDraft(last)).toEqual({
      version: '1.0.1',
      contract: last.contract,
      scenarios: last.scenarios,
      executor: { kind: 'http', url: 'https://example.com/', timeoutSeconds: 30 },
    })
  })

  it('contains only a version for a new chain', () => {
    expect(firstDraft(null)).toEqual({ version: '1.0.0' })
  })
})

describe('draft', () => {
  it.each(['', '{', '[1]', 'null', '"text"'])('readDraft rejects %j', (text) => {
    expect(readDraft(text)).toHaveProperty('problem')
  })

  it('withField keeps unknown and other fields', () => {
    const read = readDraft('{"version":"1.0.0","other":{"a":1}}')
    if (!('draft' in read)) throw new Error(read.problem)
    expect(withField(read.draft, 'notes', 'x')).toEqual({ version: '1.0.0', other: { a: 1 }, notes: 'x' })
    expect(withField(read.draft, 'version', undefined)).toEqual({ other: { a: 1 } })
  })

  it('textAt returns the text at a path, or an empty string if there is none', () => {
    expect(textAt({ executor: { url: 'u', timeoutSeconds: 3 } }, 'executor', 'url')).toBe('u')
    expect(textAt({ executor: { timeoutSeconds: 3 } }, 'executor', 'timeoutSeconds')).toBe('3')
    expect(textAt({ executor: 'local' }, 'executor', 'url')).toBe('')
  })
})

describe('what is kept of an unsent draft', () => {
  const http = { kind: 'http', url: 'https://agents.example.com/run' }
  it.each<[string, object, object]>([
    ['is all of it', { version: '1.0.1', notes: 'faster' }, { version: '1.0.1', notes: 'faster' }],
    ['is the address without header values', { executor: { ...http, headers: { a: 's3cret' } } }, { executor: http }],
  ])('%s', (_, draft, kept) => {
    expect(JSON.parse(keepableText(JSON.stringify(draft)))).toEqual(kept)
  })

  it('is nothing of a text that has headers and cannot be read', () => {
    expect(keepableText('{ "executor": { "headers": { "a": "s3cret"')).toBe('')
    expect(keepableText('{ "version": ')).toBe('{ "version": ')
  })
})
