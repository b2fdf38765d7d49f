import { isRecord } from '@/lib/contracts/is-record'

/** Parses a judge's answer in either form: a JSON object with `score` and `feedback`, or text with a `SCORE:` line. */
export function readJudgeAnswer(text: string): JudgeVerdict {
  const value = readJson(text)
  if (value === undefined) return parseJudgeReply(text)
  const feedback = typeof value.feedback === 'string' ? value.feedback.trim() : ''
  return isRefusal(feedback) ? { fault: REFUSED } : checkJudgeScore(value.score, feedback)
}

const FENCE = '```'

/** Parses an answer that consists of one JSON object, in a code fence or not; undefined for anything else. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const body = withoutFence(text.trim())
  if (!body.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function withoutFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text
  const inside = text.slice(FENCE.length, -FENCE.length)
  return inside.slice(inside.indexOf('{')).trim()
}

// A quoted line (`> SCORE: 5`) is not the judge's own.
const scoreLine = /^[ \t#*_`-]*SCORE[ \t*_`]*[:=][ \t*_`]*([^\r\n]*)$/gim
const wholeScore =
  /^([+-]?\d+)(?![.,]?\d|[a-z])(?:\s*(?:\/|out of)\s*5(?!\.?\d))?(?!\s*(?:\/|out of|%|(?:-|–|to|or)\s*\d))/
const feedbackPart = /^[ \t>#*_`-]*FEEDBACK[ \t*_`]*[:=][ \t*_`]*/im

/**
 * Parses a reply with a `SCORE: n` line (integer 1 to 5) and feedback. Multiple score lines must agree; a refusal is a fault, not a score.
 */
export function parseJudgeReply(reply: string): JudgeVerdict {
  if (reply.trim() === '') return { fault: 'the judge gave an empty answer' }
  const lines = [...reply.matchAll(scoreLine)]
  const scores = new Set(lines.map((line) => wholeScore.exec((line[1] ?? '').trim())?.[1] ?? 'unreadable'))
  const [text] = scores
  const feedback = feedbackOf(reply)
  const behind = lines.map(([, said = '']) => said.trim().replace(wholeScore, ''))
  if ([reply, feedback, ...behind].some(isRefusal)) return { fault: REFUSED }
  if (text === undefined) return { fault: 'the judge gave no score' }
  if (scores.size > 1) return { fault: 'the judge gave scores that differ' }
  return checkJudgeScore(text === 'unreadable' ? Number.NaN : Number(text), feedback)
}

function feedbackOf(reply: string): string {
  const labelled = feedbackPart.exec(reply)
  const text = labelled ? reply.slice(labelled.index + labelled[0].length) : reply
  return text.replace(scoreLine, '').trim()
}

/** A judge's verdict, or the reason it is unusable: an unreadable answer never becomes a middling score. */
export type JudgeVerdict = { score: number; feedback: string } | { fault: string }

/** The fault of a judge that refuses to judge. */
export const REFUSED = 'the judge refused to answer'

const noAnswer =
  '(?:do (?:that|this|so|it)|help|assist|evaluate|judge|score|grade|rate|comply|answer|respond|assess (?:this|it|the (?:output|result|work)))'
const opening = '(?:as an ai\\b[^.\\n]{0,40}?\\s)?(?:(?:i am )?sorry,?(?: but)? |i apologi[sz]e,?(?: but)? )?'
const declining = `i (?:(?:cannot|can't|won't|will not)(?: be able to)?|am (?:unable|not able) to) (?:\\w+ )?${noAnswer}\\b`
const refusal = new RegExp(`^\\W*${opening}(?:i (?:must|have to) decline\\b|${declining})`)

/** Whether a text begins with a refusal to judge. A remark that something cannot be found or verified is not a refusal. */
export function isRefusal(text: string): boolean {
  const plain = text
    .slice(0, 300)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bi'm\b/g, 'i am')
    .replaceAll('can not', 'cannot')
  return refusal.test(plain)
}

/** Validates a parsed score: an integer from 1 to 5, otherwise a fault. */
export function checkJudgeScore(score: unknown, feedback: string): JudgeVerdict {
  if (score === undefined || score === null) return { fault: 'the judge gave no score' }
  if (typeof score !== 'number' || !Number.isInteger(score))
    return { fault: 'the judge gave a score that is not a whole number' }
  return score >= 1 && score <= 5 ? { score, feedback } : { fault: `the judge gave the score ${score}, outside 1 to 5` }
}
