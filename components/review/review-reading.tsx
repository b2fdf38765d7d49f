import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { PayloadView } from '@/components/domain-ui/payload-view'
import type { BlindRun } from '@/lib/contracts/review-queue'
import { withUnread } from '@/lib/presentation/labels/unread'

// Loaded lazily: the queue is shown before the first transcript.
const RunTranscript = dynamic(() =>
  import('@/components/transcript/run-transcript').then((module) => module.RunTranscript),
)

/** Transcript of the run under review. On phones the answer comes first. */
export function ReviewReading({ project, detail, isBlind }: { project: string; detail: BlindRun; isBlind: boolean }) {
  // Checks contain a judge's scores, which a blind reviewer must not see.
  const read = useMemo(() => ({ ...withUnread(detail), checks: [] }), [detail])
  return (
    <div className="grid gap-6">
      {read.output !== undefined && (
        <div className="lg:hidden">
          <PayloadView title="Answer" name="output" value={read.output} missing="No answer." />
        </div>
      )}
      <RunTranscript project={project} detail={read} isBlind={isBlind} />
    </div>
  )
}

/** The findings without the run's own error where it only repeats that of a step. */
function withoutEchoes(issues: BlindRun['issues']): BlindRun['issues'] {
  const errorOf = (message: string) => /^(?:node \S+ failed|the run failed): (.+)$/s.exec(message)?.[1]
  const ofSteps = new Set(issues.flatMap(({ field, message }) => (field === 'status' ? [] : (errorOf(message) ?? []))))
  return issues.filter(({ field, message }) => field !== 'status' || !ofSteps.has(errorOf(message) ?? ''))
}

export const hasFindings = ({ issues, sources }: BlindRun) => issues.length > 0 || sources.length > 0

/** Issues found in the run, and the sources it was given. */
export function Findings({ detail: { issues, sources } }: { detail: BlindRun }) {
  return (
    <div className="grid gap-4">
      {issues.length > 0 && (
        <section aria-label="Findings">
          <h3 className="mb-1 text-sm">Findings</h3>
          <ul className="grid gap-1.5 text-sm">
            {withoutEchoes(issues).map((issue) => (
              <li key={`${issue.stage} ${issue.type} ${issue.field} ${issue.message}`} className="break-words">
                {!issue.message.includes(issue.field) && (
                  <span className="font-mono text-ink-2 text-xs">{issue.field} </span>
                )}
                {issue.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <details>
          <summary className="min-h-7 py-1 text-sm">Sources {sources.length}</summary>
          <ul className="grid gap-3 pt-1 text-sm">
            {sources.map((source) => (
              <li key={source.id} className="break-words">
                <span className="eyebrow block font-mono">{source.id}</span>
                {source.text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
