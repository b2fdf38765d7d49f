import dynamic from 'next/dynamic'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { attemptText } from '@/lib/presentation/labels/attempts'

const AttemptMarks = dynamic(orMissing(() => import('./attempt-marks'), 'AttemptMarks'))

/** Which attempt of its execution a run is, beside the scores of all. */
export function RunAttempt({ project, detail }: { project: string; detail: RunDetail }) {
  const { execution } = detail
  return (
    <span className="inline-flex items-center gap-2">
      {attemptText(detail)}
      {execution && execution.attempts.length > 1 && (
        <LatePart>
          <AttemptMarks project={project} execution={execution} />
        </LatePart>
      )}
    </span>
  )
}
