import type { RunState } from '@/lib/contracts/reviews'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { isBlindTo } from '../comments/blind-to'
import type { ProjectContext } from '../context'
import { toFeedbackView } from '../runs/views'

/** Whether others have reviewed the run that this person is about to review blind: its own page would show what the queue hides. */
export async function isCovered(ctx: ProjectContext, runId: string): Promise<boolean> {
  if (!(await isBlindTo(ctx, runId))) return false
  const of = { projectId: ctx.project.id, runId }
  const item = await ctx.db.reviewItem.findUnique({ where: { projectId_runId: of }, select: { saidBy: true } })
  return item !== null && item.saidBy.length > 0
}

/** The run as it was before anyone reviewed it, without verdicts and what follows from them. */
export function coverVerdicts(detail: RunDetail): RunDetail {
  const { decisions } = detail
  const before = decisions.find(({ kind }) => kind === 'review')?.before ?? null
  const signals = detail.signals.filter(({ evaluator, decisionId }) => evaluator !== 'human' || decisionId === null)
  const scores = detail.scores.filter(({ series }) => series !== 'confidence')
  const run = coverRun(detail.run, before)
  return {
    ...detail,
    isCovered: true,
    run,
    signals,
    scores,
    vetoed: false,
    execution: null,
    decisions: [],
    gates: detail.gates.filter(({ state }) => state === 'pending'),
    feedback: { ...detail.feedback, overallScore: toFeedbackView(run, detail.issues, scores).overallScore },
  }
}

function coverRun(run: RunDetail['run'], before: RunState | null): RunDetail['run'] {
  return {
    ...run,
    confidence: before?.confidence ?? null,
    coverage: before?.coverage ?? 0,
    quality: before?.quality ?? null,
    decision: before?.decision ?? 'escalate',
    decisionKind: null,
    reason: 'Others have reviewed it; what they said is shown once you have given your verdict',
    flag: null,
    signals: { ...run.signals, human: before?.human ?? null },
    humanOrigin: null,
  }
}
