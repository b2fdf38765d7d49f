import { asText } from '../json/as-text'
import { isRefusal, type JudgeVerdict, REFUSED, readJson } from './answer'
import { clipText, criteriaOf, EVIDENCE_RULES, type JudgeQuestion } from './prompt'

const outputCharacters = 24_000
const descriptionCharacters = 8000

const role =
  'You compare two results of the same task and say which one meets it better. Length, style and the order in which they are shown are no reasons.'

interface ComparisonTask {
  description: string
  criteria?: string | string[] | undefined
}

/** Builds the question which of two outputs is better; `first` is shown first. */
export function comparisonPrompt(task: ComparisonTask, first: unknown, second: unknown, today: string): JudgeQuestion {
  return {
    version: 'compare-1',
    system: {
      json: `${role}\n${EVIDENCE_RULES}\nAnswer with one JSON object and nothing else: {"better": "first" | "second" | "tie", "feedback": <why>}`,
      text: `${role}\n${EVIDENCE_RULES}\nAnswer with exactly two parts, each at the start of its own line:\nBETTER: <first, second or tie>\nFEEDBACK: <why>`,
    },
    document: JSON.stringify({
      today,
      task: clipText(task.description, descriptionCharacters),
      acceptance_criteria: criteriaOf({ acceptanceCriteria: task.criteria }),
      first: clipText(asText(first), outputCharacters),
      second: clipText(asText(second), outputCharacters),
    }),
    schema: {
      type: 'object',
      properties: { better: { type: 'string', enum: ['first', 'second', 'tie'] }, feedback: { type: 'string' } },
      required: ['better', 'feedback'],
      additionalProperties: false,
    },
  }
}

const places = new Map([
  ['tie', 0],
  ['first', 1],
  ['second', 2],
])
const betterLine = /^[ \t#*_`-]*BETTER[ \t*_`]*[:=][ \t*_`"]*(first|second|tie)\b/gim
const feedbackLine = /^[ \t#*_`-]*FEEDBACK[ \t*_`]*[:=]([\s\S]*)/im

/** Parses a comparison: `score` is the position of the better output, 1 or 2, or 0 for a tie. */
export function readComparison(text: string): JudgeVerdict {
  if (text.trim() === '') return { fault: 'the judge gave an empty answer' }
  const value = readJson(text)
  if (value !== undefined) {
    const score = typeof value.better === 'string' ? places.get(value.better.toLowerCase()) : undefined
    if (score === undefined) return { fault: 'the judge did not say which output is better' }
    return { score, feedback: typeof value.feedback === 'string' ? value.feedback.trim() : '' }
  }
  if (isRefusal(text)) return { fault: REFUSED }
  const answers = new Set([...text.matchAll(betterLine)].map((match) => (match[1] ?? '').toLowerCase()))
  const [better] = answers
  if (better === undefined) return { fault: 'the judge did not say which output is better' }
  if (answers.size > 1) return { fault: 'the judge named more than one output as better' }
  return { score: places.get(better) ?? 0, feedback: (feedbackLine.exec(text)?.[1] ?? '').trim() }
}

export type Winner = 'a' | 'b' | 'tie'

/**
 * Combines two comparisons, one with `a` shown first and one with `b` shown first (each 1, 2, or 0 for a tie). An output only wins if it
 * wins in both orders, because a judge that follows the order did not compare the outputs.
 */
export function combineComparisons(
  aFirst: number,
  bFirst: number,
): { winner: Winner; consistent: boolean; reason: string } {
  const winners: [Winner, Winner] = [winnerAt(aFirst, 'a', 'b'), winnerAt(bFirst, 'b', 'a')]
  const [one, other] = winners
  if (one === other)
    return {
      winner: one,
      consistent: true,
      reason:
        one === 'tie' ? 'The judge sees no difference, in both orders.' : `The judge prefers ${one} in both orders.`,
    }
  const answers = winners.map((winner) => (winner === 'tie' ? 'a tie' : winner))
  return {
    winner: 'tie',
    consistent: false,
    reason: `The judge contradicts itself: ${answers[0]} when a is shown first, ${answers[1]} when b is. That counts as a tie.`,
  }
}

function winnerAt(place: number, first: Winner, second: Winner): Winner {
  return place === 1 ? first : place === 2 ? second : 'tie'
}
