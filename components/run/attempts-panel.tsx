import { clsx } from 'clsx'
import { AttemptLine } from '@/components/charts/attempt-line'
import { ConvergenceWord } from '@/components/charts/attempt-line-small'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { ExecutionView } from '@/lib/contracts/executions'
import { attemptScore, prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'
import { convergenceLabels } from '@/lib/presentation/labels/verdicts'
import { compareHref, runHref, runsHref } from '@/lib/presentation/links'

const actionLabels: Record<ExecutionView['action'], string> = {
  continue: 'No reason not to try again.',
  stop_accept_best: 'More attempts change little. Stop and keep the best.',
  stop_revert_best: 'Scores are getting worse. Stop and go back to the best.',
  stop_contradictory: 'Scores go up and down. The feedback may contradict itself.',
}

const ACCEPTED = 'The newest attempt is accepted. No other is needed.'

const NONE_LEFT = 'No attempts are left, although the scores give no reason to stop.'

type AttemptsPanelProps = {
  project: string
  execution: ExecutionView
  runId: string
  /** The limit of the run's execution. */
  maxAttempts: number
}

/** Attempts of the run's execution, and whether their scores recommend another one. */
export function AttemptsPanel({ project, execution, runId, maxAttempts }: AttemptsPanelProps) {
  const { attempts, state } = execution
  const isAccepted = execution.decision === 'accept'
  const isLast = Math.max(...attempts.map(({ attempt }) => attempt)) >= maxAttempts
  const action = isLast && execution.action === 'continue' ? NONE_LEFT : actionLabels[execution.action]
  // The column is narrow at every window width.
  const line = prepareAttemptLine(execution, 'medium', project)
  return (
    <Panel
      title="Attempts"
      note={
        <>
          {formatPlural(attempts.length, 'attempt')} of{' '}
          <Link href={runsHref(project, { execution: execution.key, chain: [execution.chain] })} className="link">
            {execution.key}
          </Link>
        </>
      }
      actions={<ConvergenceWord state={convergenceLabels[state]} />}
    >
      <AttemptLine model={line} narrow={line} />
      <p className="mt-2 text-ink-2 text-sm">{isAccepted ? ACCEPTED : action}</p>
      {execution.oneMore && <OneMore {...execution.oneMore} isAccepted={isAccepted} />}
      <ol className="mt-2 flex flex-wrap gap-1.5">
        {attempts.map((attempt) => (
          <li key={attempt.runId}>
            <Link
              href={runHref(project, attempt.runId)}
              aria-current={attempt.runId === runId ? 'page' : undefined}
              className={clsx(
                'inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs hover:bg-hover',
                attempt.runId === runId && 'border-line-control bg-selected font-medium',
              )}
            >
              <span className="text-ink-3">{attempt.attempt}</span>
              {attempt.score === null ? 'not scored' : attemptScore(attempt, execution)}
              {attempt.best && <span className="text-accent-fg">best</span>}
            </Link>
          </li>
        ))}
      </ol>
      <CompareAttempts project={project} attempts={attempts} runId={runId} />
    </Panel>
  )
}

type CompareAttemptsProps = { project: string; attempts: ExecutionView['attempts']; runId: string }

/** Link that compares this attempt with the previous one, or the first attempt with the next. */
function CompareAttempts({ project, attempts, runId }: CompareAttemptsProps) {
  const place = attempts.findIndex((attempt) => attempt.runId === runId)
  const [before, after] = place > 0 ? [attempts[place - 1], attempts[place]] : [attempts[place], attempts[place + 1]]
  if (!before || !after) return null
  return (
    <p className="mt-2 text-sm">
      <Link href={compareHref(project, { run: before.runId }, { run: after.runId })} className="link">
        {before.attempt === after.attempt
          ? 'Compare this run with its neighbour'
          : `Compare attempt ${before.attempt} and attempt ${after.attempt}`}
      </Link>
    </p>
  )
}

/** Expected gain of one more attempt; shown in addition to the published rule. */
function OneMore({
  recommendation,
  expectedGain,
  interval: [low, high],
  method,
  isAccepted,
}: NonNullable<ExecutionView['oneMore']> & { isAccepted: boolean }) {
  const lead = isAccepted
    ? 'Expected gain of another attempt'
    : recommendation === 'stop'
      ? 'Another attempt is not expected to pay'
      : 'Another attempt is expected to pay'
  return (
    <p className="mt-1 text-ink-3 text-xs">
      {lead}: {formatGain(expectedGain)} ({formatScore(low)} to {formatScore(high)}),{' '}
      {method === 'trend' ? 'from the trend of the scores' : 'assuming attempts like those so far'}.
    </p>
  )
}

const formatGain = (gain: number) => (gain < 0.005 ? 'less than 0.01' : formatScore(gain))
