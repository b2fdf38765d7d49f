import { clsx } from 'clsx'
import type { Decision } from '@/lib/contracts/primitives'
import type { RunRow } from '@/lib/contracts/runs'
import { UNVERSIONED } from '@/lib/contracts/vocabulary'
import { runStatusLabel } from '@/lib/presentation/labels/runs'
import { decisionLabels, decisionReason, settledBy, settledLabels } from '@/lib/presentation/labels/verdicts'
import { type Status, StatusMark } from './status-mark'

const statuses: Record<Decision, Status> = {
  accept: 'pass',
  accept_best: 'review',
  iterate: 'again',
  escalate: 'fail',
  insufficient_evidence: 'unknown',
}

const meanings: Record<Decision, string> = {
  accept: 'Good enough, with nothing blocking it',
  accept_best: 'No attempt met the threshold, so the best one is kept',
  iterate: 'Not good enough yet, and attempts remain',
  escalate: 'More attempts will not fix this. A person decides',
  insufficient_evidence: 'Too little was measured to decide',
}

type DecisionWordProps = {
  run: Pick<RunRow, 'status' | 'decision' | 'basis' | 'reason' | 'humanOrigin' | 'flag' | 'signals'>
  className?: string
}

/** Label of the decision on a run, or of the person's verdict that settled it. Without a reason the tooltip says what the label means. */
export function DecisionWord({ run, className }: DecisionWordProps) {
  if (run.status === 'running') return <span className={clsx('text-ink-3', className)}>Not yet</span>
  const { decision } = run
  const settled = settledBy(run)
  return (
    <StatusMark
      status={settled === null ? statuses[decision] : settled === 'rejected' ? 'fail' : 'review'}
      word={settled ? settledLabels[settled] : decisionLabels[decision]}
      title={decisionReason(run) || meanings[decision]}
      className={className}
    />
  )
}

const shapes: Record<string, Status> = {
  completed: 'completed',
  failed: 'failed',
  failed_quality: 'fail',
  paused_for_approval: 'review',
  cancelled: 'cancelled',
  running: 'running',
}

type RunStatusProps = { status: string; wordHidden?: boolean; className?: string }

/** Status of a run as its client reported it. */
export function RunStatus({ status, wordHidden, className }: RunStatusProps) {
  const word = runStatusLabel(status)
  return (
    <StatusMark
      status={shapes[status] ?? 'unknown'}
      word={word}
      wordHidden={wordHidden}
      title={word}
      className={className}
    />
  )
}

type ChainVersionProps = { chain: string; version: string; versionClass?: string }

/** "support-triage@1.1.0", or the chain alone if the run was sent without a version. Each name is isolated, so that one with direction marks cannot reorder the other. */
export function ChainVersion({ chain, version, versionClass }: ChainVersionProps) {
  return (
    <>
      <bdi>{chain}</bdi>
      {version !== UNVERSIONED && (
        <span className={versionClass}>
          @<bdi>{version}</bdi>
        </span>
      )}
    </>
  )
}
