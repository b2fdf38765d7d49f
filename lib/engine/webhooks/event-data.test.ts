import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { briefData, runData, truncatePayload } from './event-data'

describe('the data of a run', () => {
  const run = {
    runId: 'r',
    clientId: 'r-1',
    chain: 'c',
    version: '1',
    kind: 'live',
    status: 'completed',
  }
  const facts = {
    ...run,
    confidence: null,
    coverage: 0,
    decision: 'iterate',
    reason: 'Try again.',
    flag: null,
    revision: 0,
  }

  it.each([
    [{ quality: 0, tooLittleMeasured: true }, 'too little measured for a quality'],
    [{ quality: 0, tooLittleMeasured: false }, 'quality 0.00'],
    [{ quality: null, tooLittleMeasured: false }, 'no quality score'],
  ] as const)('names no quality of which too little was measured: %j', (scored, words) => {
    expect(runData({ ...facts, ...scored }).summary).toBe(`r-1 of c 1: ${words}, try again. Try again.`)
  })
})

describe('truncatePayload', () => {
  it('leaves small data unchanged', () => {
    const data = { summary: 'a run', run: { id: 'r1', quality: null, tags: ['a', 'b'] } }
    expect(truncatePayload(data)).toEqual(data)
  })

  it('cuts long texts without splitting a character', () => {
    const { text } = truncatePayload({ text: `${'x'.repeat(999)}😀😀` })
    expect(text).toHaveLength(1001)
    expect(String(text).isWellFormed()).toBe(true)
  })

  it('stays far below 20 kB in UTF-8 for any input, and reports when fields were left out', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything({ maxDepth: 3 })),
        fc.integer({ min: 0, max: 40 }),
        (data, n) => {
          const long = Object.fromEntries(Array.from({ length: n }, (_, index) => [`k${index}`, '語'.repeat(1200)]))
          const fitted = truncatePayload({ ...plain(data), ...long })
          expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThan(25_000)
          if (n > 20) expect(fitted).toMatchObject({ isCut: true })
        },
      ),
      { numRuns: 50 },
    )
  })
})

it('briefData keeps the start of each part, however long they are', () => {
  const text = 'x'.repeat(5000)
  const side = { runId: text.slice(0, 36), version: '1.0.0', score: 0.5 }
  const many = <T>(item: T) => Array.from({ length: 20 }, () => item)
  const data = briefData('/runs/1', {
    subject: { kind: 'run', id: text.slice(0, 36), name: text },
    headline: text,
    chain: text.slice(0, 200),
    version: '1.0.0',
    asked: { text, more: 0 },
    came: { text, more: 0 },
    error: text,
    guiltyStep: { nodeId: text.slice(0, 200), agent: text.slice(0, 200), basis: 'confirmed', reason: text },
    findings: many({ verdict: 'contradicted', field: text, text, evidence: text }),
    words: many({ by: text, verdict: 'rejected', text }),
    failures: many({ node: text, failureClass: 'timeout', role: 'root', message: text }),
    changes: many({ field: text, issue: text }),
    keep: many(text),
    pairs: many({ scenario: text, prior: side, current: side }),
  })
  expect(truncatePayload(data)).toEqual(data)
  expect(data).toMatchObject({ brief: { asked: expect.stringMatching(/^x{400}…$/), words: { length: 3 } } })
})

const plain = (data: object) =>
  JSON.parse(JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? 0 : value)))
