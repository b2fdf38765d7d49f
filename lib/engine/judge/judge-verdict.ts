/** A judge's verdict, or why there is none: an answer that cannot be read is never a middling score. */
export type JudgeVerdict = { score: number; feedback: string } | { fault: string }

/** The fault of a judge that will not judge. */
export const REFUSED = 'the judge refused to answer'

const noAnswer =
  '(?:help|assist|evaluate|judge|score|grade|rate|comply|answer|respond|assess (?:this|it|the (?:output|result|work)))'
const opening = '(?:as an ai\\b[^.\\n]{0,40}?\\s)?(?:(?:i am )?sorry,?(?: but)? |i apologi[sz]e,?(?: but)? )?'
const declining = `i (?:(?:cannot|can't|won't|will not)(?: be able to)?|am (?:unable|not able) to) (?:\\w+ )?${noAnswer}\\b`
const refusal = new RegExp(`^\\W*${opening}(?:i (?:must|have to) decline\\b|${declining})`)

/** Whether a text opens with a refusal to judge. That something cannot be found or verified is a remark and no refusal. */
export function isRefusal(text: string): boolean {
  const plain = text
    .slice(0, 300)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bi'm\b/g, 'i am')
    .replaceAll('can not', 'cannot')
  return refusal.test(plain)
}

/** A score that was read already: an integer from 1 to 5, else a fault. */
export function checkJudgeScore(score: unknown, feedback: string): JudgeVerdict {
  if (score === undefined || score === null) return { fault: 'the judge gave no score' }
  if (typeof score !== 'number' || !Number.isInteger(score))
    return { fault: 'the judge gave a score that is no whole number' }
  return score >= 1 && score <= 5 ? { score, feedback } : { fault: `the judge gave the score ${score}, outside 1 to 5` }
}
