/** A judge's verdict, or why there is none: an answer that cannot be read is never a middling score. */
export type JudgeVerdict = { score: number; feedback: string } | { fault: string }

const scoreLine = /^[ \t>#*_`-]*SCORE[ \t*_`]*[:=][ \t*_`]*([^\r\n]*)$/gim
const wholeScore = /^([+-]?\d+)(?![.,]?\d)(?:\s*(?:\/|out of)\s*5(?![.\d]))?(?!\s*(?:\/|out of|%|(?:-|–|to|or)\s*\d))/
const feedbackPart = /^[ \t>#*_`-]*FEEDBACK[ \t*_`]*[:=][ \t*_`]*/im
const refusal =
  /^\W*(?:i['’]?m sorry|i am sorry|sorry,|i apologi[sz]e|i can(?:no|['’])t|i am (?:unable|not able)|i['’]m (?:unable|not able)|as an ai\b|i (?:must|have to) decline|i won['’]t)/i

/** Reads a reply with a `SCORE: n` line (integer 1 to 5) and feedback. Several score lines must agree; a refusal is no score. */
export function parseJudgeReply(reply: string): JudgeVerdict {
  if (reply.trim() === '') return { fault: 'the judge gave an empty answer' }
  const lines = [...reply.matchAll(scoreLine)]
  const scores = new Set(lines.map((line) => wholeScore.exec((line[1] ?? '').trim())?.[1] ?? 'unreadable'))
  const [text] = scores
  if (text === undefined) return { fault: 'the judge gave no score' }
  if (scores.size > 1) return { fault: 'the judge gave scores that differ' }
  const feedback = feedbackOf(reply)
  if (refusal.test(reply) || refusal.test(feedback)) return { fault: 'the judge refused to answer' }
  return checkJudgeScore(text === 'unreadable' ? Number.NaN : Number(text), feedback)
}

/** A score that was read already: an integer from 1 to 5, else a fault. */
export function checkJudgeScore(score: number, feedback: string): JudgeVerdict {
  if (!Number.isInteger(score)) return { fault: 'the judge gave a score that is no whole number' }
  return score >= 1 && score <= 5 ? { score, feedback } : { fault: `the judge gave the score ${score}, outside 1 to 5` }
}

function feedbackOf(reply: string): string {
  const labelled = feedbackPart.exec(reply)
  const text = labelled ? reply.slice(labelled.index + labelled[0].length) : reply
  return text.replace(scoreLine, '').trim()
}
