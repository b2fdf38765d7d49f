import type { FeedbackView, IssueView, ScoreView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { synthesizeFeedback } from '@/lib/engine/feedback/synthesize-feedback'
import { atLeast } from '@/lib/engine/tolerance'

const STRONG = 0.85

/** What to change for the next attempt and what to keep, from the issues found and the factors that are strong. */
export function toFeedbackView(run: RunRow, issues: readonly IssueView[], scores: readonly ScoreView[]): FeedbackView {
  const own = scores.find((score) => score.profile === run.profile)
  const strengths = (own?.factors ?? []).flatMap((factor) =>
    factor.value !== null && atLeast(factor.value, STRONG) ? [`${factor.label} ${factor.value.toFixed(2)}`] : [],
  )
  const feedback = synthesizeFeedback({
    overallScore: run.quality,
    issues: issues.map((issue) => ({
      field: issue.field,
      issue: issue.message,
      severity: issue.blocker ? 'critical' : issue.severity,
    })),
    strengths,
  })
  return {
    overallScore: feedback.overall_score,
    issues: feedback.specific_issues.map((issue) => ({ ...issue, fix: issue.fix ?? null })),
    strengths: feedback.strengths_to_preserve,
    guidance: feedback.iteration_guidance,
  }
}
