import { clsx } from 'clsx'
import { DeadLetterStatusMark } from '@/components/dead-letters/dead-letter-status'
import { GivenAnswers } from '@/components/domain-ui/given-answers'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Countdown, RelativeTime } from '@/components/ui/time'
import type { DecisionView } from '@/lib/contracts/reviews'
import type { FeedbackView, RunDetail } from '@/lib/contracts/run-detail'
import { formatCount, formatListed, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { whatComesNext } from '@/lib/presentation/labels/dead-letters'
import { gateStateText } from '@/lib/presentation/labels/gates'
import { deadLettersHref, gateHref, gatesHref } from '@/lib/presentation/links'
import { DecisionChange } from './current-review'

const kindLabels: Record<DecisionView['kind'], string> = {
  review: 'reviewed it',
  review_undone: 'took a review back',
  gate_approved: 'approved a gate',
  gate_rejected: 'rejected a gate',
  gate_timed_out: 'a gate timed out',
  gate_undone: 'took a gate’s decision back',
}

const verdictLabels: Record<string, string> = { approve: 'approved it', reject: 'rejected it' }

/** All decisions on this run with their effect, newest first, including undone ones. */
export function HistoryPanel({ decisions }: { decisions: RunDetail['decisions'] }) {
  if (decisions.length === 0) return null
  return (
    <Panel title="Decisions" note="Verdicts and their effect">
      <ol className="divide-y">
        {decisions.toReversed().map((decision) => (
          <li key={decision.id} className="py-2 text-sm">
            <p className={clsx('flex items-baseline gap-2', decision.undone && 'text-ink-3')}>
              <span className="min-w-0">
                <span className="font-medium">{decision.by.name}</span>{' '}
                <span className={clsx(decision.undone && 'line-through')}>{describe(decision)}</span>
                {decision.undone && ' (taken back)'}
              </span>
              <RelativeTime iso={decision.decidedAt} className="ml-auto shrink-0 text-ink-3 text-xs" />
            </p>
            {decision.reason && <p className="whitespace-pre-line break-words text-ink-2">“{decision.reason}”</p>}
            <GivenAnswers answers={decision.answers} />
            {decision.before && decision.after && <DecisionChange before={decision.before} after={decision.after} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function describe(decision: DecisionView): string {
  if (decision.kind === 'review') return verdictLabels[decision.verdict] ?? `rated it ${formatScore(decision.value)}`
  return kindLabels[decision.kind]
}

const marks = { pending: 'review', approved: 'pass', rejected: 'fail', timed_out: 'unknown' } as const

/** The newest gates that ask about this run or its version. */
export function RunGatesPanel({ project, detail }: { project: string; detail: RunDetail }) {
  const { run, gates, gateCount } = detail
  if (gates.length === 0) return null
  return (
    <Panel title="Gates" note={formatListed(gates.length, 'newest', gateCount)}>
      <ul className="divide-y">
        {gates.map((gate) => (
          <li key={gate.id} className="flex items-center gap-3 py-1.5 text-sm">
            <Link href={gateHref(project, gate.id)} className="link min-w-0 flex-1 truncate">
              {gate.title}
            </Link>
            {gate.state === 'pending' && <Countdown compact deadlineAt={gate.deadlineAt} />}
            <StatusMark status={marks[gate.state]} word={gateStateText(gate)} />
          </li>
        ))}
      </ul>
      {gateCount > gates.length && (
        <Link href={gatesHref(project, run.chain)} className="link mt-2 inline-block text-sm">
          All gates of {run.chain}
        </Link>
      )}
    </Panel>
  )
}

type DeadLettersPanelProps = { project: string; runKey: string; deadLetters: RunDetail['deadLetters'] }

/** Newest dead letters of the run; each opens in the list filtered by this run. */
export function DeadLettersPanel({ project, runKey, deadLetters: { total, newest } }: DeadLettersPanelProps) {
  if (total === 0) return null
  return (
    <Panel title="Dead letters" note={formatPlural(total, 'failed operation')}>
      <ul className="divide-y">
        {newest.map((item) => (
          <li key={item.id} className="py-2 text-sm first:pt-0">
            <p className="flex items-center gap-3">
              <Link
                href={deadLettersHref(project, { runId: runKey, item: item.id })}
                className="link min-w-0 flex-1 truncate font-mono text-xs"
              >
                {item.operation}
              </Link>
              <DeadLetterStatusMark item={item} />
            </p>
            <p className="line-clamp-2 break-words text-ink-2 text-xs">{item.error}</p>
            <p className="text-ink-3 text-xs">
              {whatComesNext(item)} Since <RelativeTime iso={item.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {total > newest.length && (
        <Link href={deadLettersHref(project, { runId: runKey })} className="link mt-2 inline-block text-sm">
          All {formatCount(total)} of this run
        </Link>
      )}
    </Panel>
  )
}

/** Feedback for the next attempt, with the JSON to copy for the agent. */
export function FeedbackPanel({ feedback }: { feedback: FeedbackView }) {
  const forAgent = {
    overall_score: feedback.overallScore,
    specific_issues: feedback.issues,
    strengths_to_preserve: feedback.strengths,
    iteration_guidance: feedback.guidance,
  }
  return (
    <Panel
      isFolded
      title="Feedback for the next attempt"
      actions={<CopyButton text={JSON.stringify(forAgent, null, 2)} label="Copy feedback as JSON" />}
    >
      <p className="text-sm">{feedback.guidance}</p>
      {feedback.issues.length > 0 && (
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-sm">
          {feedback.issues.map((issue) => (
            <li key={`${issue.field} ${issue.issue}`}>
              {!issue.issue.startsWith(issue.field) && (
                <span className="wrap-anywhere font-mono text-ink-2 text-xs">{issue.field} </span>
              )}
              {issue.issue}
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
