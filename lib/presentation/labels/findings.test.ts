import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { claimIssues } from '@/lib/engine/scoring/claim-issues'
import { findingText, findingWords, readableFindings } from './findings'

const issue = { stage: 'sources', type: 'source_contradiction', field: 'output' }

it('a finding about a single value names its field with it, so that what is cut from the rest joins no words', () => {
  const { before, quote, after } = findingWords({
    ...issue,
    field: 'output.legs[0].fare',
    message: '“171”: The source says "price: 137".',
  })
  expect([before, quote, after]).toEqual([
    'The answer says ',
    '“171” in legs[0].fare',
    '. The source says "price: 137". Read both and decide which is right.',
  ])
})

describe('the text of a finding', () => {
  it.each([
    [
      { ...issue, message: '“14 May”: The source says "due on 4 May".' },
      'The answer says “14 May”. The source says "due on 4 May". Read both and decide which is right.',
    ],
    [
      { ...issue, type: 'unsupported_number', message: '“42”: No source or tool result has this number.' },
      'The answer says “42”. No source or tool result has this number. Find out where the number comes from.',
    ],
    [
      { ...issue, type: 'false_quote', message: '“"we shipped nothing"”: None of the sources has these words.' },
      'The answer says “we shipped nothing”. None of the sources has these words. Check who said this, and in which words.',
    ],
    [
      { stage: 'schema', type: 'required', field: '$.total', message: 'is required' },
      'By the contract, total is required. Decide whether the answer will do as it is.',
    ],
    [
      { stage: 'schema', type: 'type', field: '$', message: 'must be object' },
      'By the contract, the answer must be object. Decide whether it can be used as it is.',
    ],
    [
      { stage: 'contract', type: 'missing_field', field: 'total', message: 'total is missing' },
      'total is missing. Decide whether the answer will do as it is.',
    ],
    [
      { stage: 'execution', type: 'node_failed', field: 'fetch', message: 'step fetch failed: HTTP 500' },
      'Step fetch failed: HTTP 500',
    ],
    [{ stage: 'content', type: 'filler', field: 'output', message: '"TODO" is filler' }, '"TODO" is filler'],
  ])('%j', (given, text) => {
    expect(findingText(given)).toBe(text)
  })

  it('is three plain sentences for what is found in a run, without words of the machine', () => {
    const run = runInput.parse({
      id: 'r',
      chain: 'c',
      version: '1',
      status: 'completed',
      sources: [
        { id: 's', text: 'The order of 12 chairs was shipped from Hamburg on 4 May 2024 and costs 480 euros.' },
      ],
      output:
        'The order of 12 chairs was shipped from Bremen on 9 May 2024. It definitely costs 731 euros, as in [7] and at https://shop.invent.io/orders. Dr. Miriam Quandt said "we shipped nothing at all that week".',
    })
    const texts = claimIssues(run).map(findingText)
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.join('\n')).toContain('No source or tool result has Miriam Quandt.')
    for (const text of texts) {
      expect(text).toMatch(/^The answer says “[^”]+”\. .+[.!"] [A-Z].+\.$/)
      expect(text.replace(/“[^”]+”|"[^"]+"/g, '')).not.toMatch(/slot|support|novel|span|fetched|by weight/i)
    }
  })
})

describe('the findings of a run', () => {
  const absent = (field: string, more = {}) => ({
    ...{ stage: 'contract', type: 'missing_field', field, message: `${field} is missing`, severity: 'warning' },
    blocker: false,
    ...more,
  })
  const textsOf = (issues: Parameters<typeof readableFindings>[0]) => readableFindings(issues).map(findingText)

  it('name fields that are absent together, apart from those that block', () => {
    const issues = [
      absent('is'),
      absent('queue'),
      absent('reply', { blocker: true, severity: 'error' }),
      absent('total'),
    ]
    expect(textsOf(issues as never)).toEqual([
      'is, queue and total are missing. Decide whether the answer will do as it is.',
      'reply is missing. Decide whether the answer will do as it is.',
    ])
    const required = ['$.total', '$.due'].map((field) =>
      absent(field, { stage: 'schema', type: 'required', message: 'is required' }),
    )
    expect(textsOf(required as never)).toEqual([
      'By the contract, total and due are required. Decide whether the answer will do as it is.',
    ])
  })

  it('say nothing twice', () => {
    const failed = (field: string, message: string) =>
      absent(field, { stage: 'execution', type: 'node_failed', message })
    const issues = [
      failed('fetch', 'step fetch failed: HTTP 500'),
      failed('status', 'the run failed: HTTP 500'),
      absent('$.total', { stage: 'schema', type: 'required', message: 'is required' }),
      absent('total'),
    ]
    expect(textsOf(issues as never)).toEqual([
      'Step fetch failed: HTTP 500',
      'By the contract, total is required. Decide whether the answer will do as it is.',
    ])
  })
})
