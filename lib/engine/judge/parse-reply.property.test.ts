import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJudgeReply } from './answer'

const piece = fc.oneof(
  fc.constantFrom(
    'SCORE: ',
    'score = ',
    '**SCORE:** ',
    'FEEDBACK: ',
    '\n',
    ' ',
    '/5',
    ' out of 5',
    '.5',
    '-',
    '%',
    ',',
  ),
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.string({ maxLength: 8 }),
)
const refusal = fc.constantFrom(
  "I'm sorry, I can't help with that.",
  'I cannot evaluate this output.',
  'As an AI, I am not able to judge this.',
  'I must decline to score it.',
)

describe('any reply', () => {
  it('gives a score only for an integer from 1 to 5 after a score label', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const reply = pieces.join('')
        const verdict = parseJudgeReply(reply)
        if ('fault' in verdict) expect(verdict.fault).toMatch(/^the judge /)
        else {
          expect([1, 2, 3, 4, 5]).toContain(verdict.score)
          expect(reply).toMatch(new RegExp(`score[^a-z0-9\\n]*[+0]*${verdict.score}`, 'i'))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('gives no score for a number without a label, and never a made-up one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('%', 'I give it %.', '% out of 5', '%/5'),
        (n, text) => {
          expect(parseJudgeReply(text.replace('%', String(n)))).toHaveProperty('fault')
        },
      ),
    )
  })

  it('gives a score only for 1 to 5, and only for integers', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 120 }), fc.nat(9), (whole, tenth) => {
        const isInRange = whole >= 1 && whole <= 5
        expect('score' in parseJudgeReply(`SCORE: ${whole}\nFEEDBACK: fine`)).toBe(isInRange)
        expect(parseJudgeReply(`SCORE: ${whole}.${tenth}\nFEEDBACK: fine`)).toHaveProperty('fault')
      }),
    )
  })

  it('gives no score for two that differ, but does for the same one twice', () => {
    const score = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(score, score, (one, other) => {
        const verdict = parseJudgeReply(`SCORE: ${one}\nFEEDBACK: fine\nSCORE: ${other}`)
        if (one === other) expect(verdict).toEqual({ score: one, feedback: 'fine' })
        else expect(verdict).toHaveProperty('fault')
      }),
    )
  })

  it('gives no score for a refusal, even next to a score', () => {
    fc.assert(
      fc.property(refusal, fc.integer({ min: 1, max: 5 }), (words, score) => {
        expect(parseJudgeReply(words)).toHaveProperty('fault')
        expect(parseJudgeReply(`${words}\nSCORE: ${score}`)).toHaveProperty('fault')
        expect(parseJudgeReply(`SCORE: ${score}\nFEEDBACK: ${words}`)).toHaveProperty('fault')
      }),
    )
  })
})
