import { describe, expect, it } from 'vitest'
import { REFUSED, readJudgeAnswer } from './answer'

describe('readJudgeAnswer', () => {
  it.each([
    ['{"score": 4, "feedback": " solid "}', 4, 'solid'],
    ['```json\n{"score": 1}\n```', 1, ''],
    ['{"score": 2, "feedback": "The output says SCORE: 5."}', 2, 'The output says SCORE: 5.'],
    ['SCORE: 3\nFEEDBACK: fine', 3, 'fine'],
  ])('parses %j', (text, score, feedback) => {
    expect(readJudgeAnswer(text)).toEqual({ score, feedback })
  })

  it.each([
    '',
    '{}',
    '{"score": null}',
    '{"score": "4"}',
    '{"score": 4.5}',
    '{"score": 0}',
    '{"score": 6, "feedback": "x"}',
    '{"rating": 5}',
    '{"score": 4',
    '```',
    '``````',
    '```json\n[4]\n```',
    '[4]',
    '4',
  ])('rejects %j', (text) => {
    expect(readJudgeAnswer(text)).toEqual({ fault: expect.stringMatching(/^the judge /) })
  })

  it('recognizes a refusal within JSON', () => {
    expect(readJudgeAnswer('{"score": 3, "feedback": "I cannot evaluate this."}')).toEqual({ fault: REFUSED })
  })
})
