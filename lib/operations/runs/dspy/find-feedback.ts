import type { Db } from '@/lib/db/client'
import { pickInForce } from '../signals-in-force'

/** More issues than this help nobody to improve. */
const MAX_ISSUES = 8

/** What to tell about each run: the reviewer's words where one left some, else its issues, gravest first, as a sentence. */
export async function findFeedback(db: Db, projectId: string, runIds: readonly string[]): Promise<Map<string, string>> {
  const ofRuns = { projectId, runId: { in: [...runIds] } }
  const [signals, issues] = await Promise.all([
    db.signal.findMany({ where: { ...ofRuns, evaluator: 'human' } }),
    db.issue.findMany({
      where: ofRuns,
      select: { runId: true, field: true, message: true },
      orderBy: [{ blocker: 'desc' }, { severity: 'asc' }, { ordinal: 'asc' }],
    }),
  ])
  const issuesOf = Map.groupBy(issues, (issue) => issue.runId)
  const feedback = new Map([...issuesOf].map(([runId, found]) => [runId, toSentence(found)]))
  for (const [runId, given] of Map.groupBy(signals, (signal) => signal.runId)) {
    const words = pickInForce(given).human?.comment?.trim()
    if (words) feedback.set(runId, words)
  }
  return feedback
}

function toSentence(issues: readonly { field: string; message: string }[]): string {
  const told = issues.slice(0, MAX_ISSUES).map(({ field, message }) => {
    const name = field.replace(/^\$\.?/, '')
    return name === '' || message.includes(name) ? message : `${name} ${message}`
  })
  const more = issues.length - told.length
  const sentence = [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
