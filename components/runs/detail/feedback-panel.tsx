import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import type { FeedbackView } from '@/lib/contracts/run-detail'

/** What the next attempt should change and keep, ready to be handed to the agent. */
export function FeedbackPanel({ feedback }: { feedback: FeedbackView }) {
  const forAgent = {
    overall_score: feedback.overallScore,
    specific_issues: feedback.issues,
    strengths_to_preserve: feedback.strengths,
    iteration_guidance: feedback.guidance,
  }
  return (
    <Panel
      title="Feedback for the next attempt"
      actions={<CopyButton text={JSON.stringify(forAgent, null, 2)} label="Copy feedback as JSON" />}
    >
      <p className="text-sm">{feedback.guidance}</p>
      {feedback.issues.length > 0 && (
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-sm">
          {feedback.issues.map((issue) => (
            <li key={`${issue.field} ${issue.issue}`}>
              <span className="font-mono text-xs">{issue.field}</span> {issue.issue}
              {issue.fix && <span className="block text-ink-2">{issue.fix}</span>}
            </li>
          ))}
        </ol>
      )}
      {feedback.strengths.length > 0 && (
        <p className="mt-2 text-ink-2 text-sm">Keep: {feedback.strengths.join(', ')}.</p>
      )}
    </Panel>
  )
}
