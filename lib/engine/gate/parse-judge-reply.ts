import { checkJudgeScore, isRefusal, type JudgeVerdict, REFUSED } from '@/lib/engine/judge/judge-verdict'

// A quoted line (`> SCORE: 5`) is somebody else's.
const scoreLine = /^[ \t#*_`-]*SCORE[ \t*_`]*[:=][ \t*_`]*([^\r\n]*)$/gim
const wholeScore = /^([+-]?\d+)(?![.,]?\d)(?:\s*(?:\/|out of)\s*5(?![.\d]))?(?!\s*(?:\/|out of|%|(?:-|–|to|or)\s*\d))/
const feedbackPart = /^[ \t>#*_`-]*FEEDBACK[ \t*_`]*[:=][ \t*_`]*/im

/** Reads a reply with a `SCORE: n` line (integer 1 to 5) and feedback. Several score lines must agree; a refusal is no score. */
export function parseJudgeReply(reply: string): JudgeVerdict {
  if (reply.trim() === '') return { fault: 'the judge gave an empty answer' }
  const lines = [...reply.matchAll(scoreLine)]
  const scores = new Set(lines.map((line) => wholeScore.exec((line[1] ?? '').trim())?.[1] ?? 'unreadable'))
  const [text] = scores
  const feedback = feedbackOf(reply)
  if (isRefusal(reply) || isRefusal(feedback)) return { fault: REFUSED }
  if (text === undefined) return { fault: 'the judge gave no score' }
  if (scores.size > 1) return { fault: 'the judge gave scores that differ' }
  return checkJudgeScore(text === 'unreadable' ? Number.NaN : Number(text), feedback)
}

function feedbackOf(reply: string): string {
  const labelled = feedbackPart.exec(reply)
  const text = labelled ? reply.slice(labelled.index + labelled[0].length) : reply
  return text.replace(scoreLine, '').trim()
}
