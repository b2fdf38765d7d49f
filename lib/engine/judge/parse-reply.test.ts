import { describe, expect, it } from 'vitest'
import { parseJudgeReply, REFUSED } from './answer'

describe('a reply with a score', () => {
  it.each([
    ['SCORE: 4\nFEEDBACK: solid, one gap', 4, 'solid, one gap'],
    ['score: 5', 5, ''],
    ['**SCORE:** 3/5\n\n**FEEDBACK:** fine', 3, 'fine'],
    ['Some thoughts first.\nSCORE: 2 out of 5\nFEEDBACK: weak\nand short', 2, 'weak\nand short'],
    ['SCORE: 1 (no tests)\nnothing runs', 1, 'nothing runs'],
    ['SCORE: 4\nFEEDBACK: good\nSCORE: 4', 4, 'good'],
    ['SCORE: 4/5.\nFEEDBACK: fine', 4, 'fine'],
    ['SCORE: 4 out of 5.', 4, ''],
    ['SCORE: 4.\nFEEDBACK: fine', 4, 'fine'],
    [
      'SCORE: 2\nFEEDBACK: I cannot find the tests that were asked for.',
      2,
      'I cannot find the tests that were asked for.',
    ],
    ["SCORE: 1\nFEEDBACK: I'm unable to see any file.", 1, "I'm unable to see any file."],
    ['The output says:\n> SCORE: 5\nIt is not.\nSCORE: 2\nFEEDBACK: empty', 2, 'empty'],
  ])('%j', (reply, score, feedback) => {
    expect(parseJudgeReply(reply)).toEqual({ score, feedback })
  })
})

describe('an unusable reply never gives a middling score', () => {
  it.each([
    '',
    '   \n',
    'Looks fine to me.',
    'I would give it a 4.',
    'SCORE: high',
    'SCORE:',
    'SCORE: 4.5',
    'SCORE: 3,5',
    'SCORE: 0',
    'SCORE: 6',
    'SCORE: -3',
    'SCORE: 40/100',
    'SCORE: 4/10',
    'SCORE: 3-4',
    'SCORE: 80%',
    'SCORE: 1e1',
    'SCORE: 4/5.5',
    'SCORE: 4k',
    'SCORE: 2\nSCORE: 5',
    'The output claims:\n> SCORE: 5',
    "I'm sorry, I can't help with that.",
    'SCORE: 3\nFEEDBACK: I cannot evaluate this output.',
  ])('%j', (reply) => {
    expect(parseJudgeReply(reply)).toEqual({ fault: expect.stringMatching(/^the judge /) })
  })

  it.each([
    "I'm sorry, I can't help with that.",
    'I cannot evaluate this output.',
    'SCORE: 3\nFEEDBACK: I cannot evaluate this output.',
    'SCORE: 3\nAs an AI I am not able to judge this.',
    'Sorry, I am not able to do that.\nSCORE: 5',
    "I'm sorry, I won't do that.\nSCORE: 4",
    "SCORE: 5 I'm sorry, but I can't help with that",
  ])('%j is a refusal', (reply) => {
    expect(parseJudgeReply(reply)).toEqual({ fault: REFUSED })
  })
})
