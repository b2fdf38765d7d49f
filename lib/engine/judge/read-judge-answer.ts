import { parseJudgeReply } from '@/lib/engine/gate/parse-judge-reply'
import { checkJudgeScore, isRefusal, type JudgeVerdict, REFUSED } from '@/lib/engine/judge/judge-verdict'
import { readJson } from '@/lib/engine/judge/read-json'

/** Reads what a judge answered, in either form: a JSON object with `score` and `feedback`, or text with a `SCORE:` line. */
export function readJudgeAnswer(text: string): JudgeVerdict {
  const value = readJson(text)
  if (value === undefined) return parseJudgeReply(text)
  const feedback = typeof value.feedback === 'string' ? value.feedback.trim() : ''
  return isRefusal(feedback) ? { fault: REFUSED } : checkJudgeScore(value.score, feedback)
}
