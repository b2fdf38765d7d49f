import { Flag, ShieldOff } from 'lucide-react'
import Link from 'next/link'
import { OpenGateButton } from '@/components/gates/open-gate-dialog'
import { AttemptLineSmall } from '@/components/pieces/attempt-line'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { RelativeTime } from '@/components/ui/time'
import { prepareAttemptLine } from '@/lib/charts/prepare-attempt-line'
import { runsHref } from '@/lib/charts/runs-href'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCost } from '@/lib/format/cost'
import { formatDuration } from '@/lib/format/duration'
import { flagLabels } from '@/lib/format/labels'
import { formatCompact } from '@/lib/format/number'
import { RunStatus } from '../run-status'

/** Which run this is, how it went, and why a person should look. */
export function RunHeader({ project, detail }: { project: string; detail: RunDetail }) {
  const { run, execution, maxAttempts } = detail
  return (
    <header className="mb-6">
      <nav aria-label="Where this run stands" className="mb-1 text-ink-3 text-xs">
        <Link href={runsHref(project)} className="link">
          Runs
        </Link>
        {' / '}
        <Link href={runsHref(project, { chain: [run.chain] })} className="link">
          {run.chain}
        </Link>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h1 className="flex min-w-0 items-center gap-1 break-all text-lg">
          {run.clientId}
          <CopyButton text={run.clientId} label="Copy the run's id" />
        </h1>
        <OpenGateButton project={project} subject={{ runId: run.id, clientId: run.clientId }} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        <RunStatus status={run.status} />
        <Link href={runsHref(project, { chain: [run.chain], version: [run.version] })} className="link">
          {run.chain}@{run.version}
        </Link>
        {run.scenario && (
          <Link href={runsHref(project, { scenario: run.scenario })} className="link text-ink-2">
            {run.scenario}
          </Link>
        )}
        <span className="inline-flex items-center gap-2">
          Attempt {run.attempt} of {Math.max(maxAttempts, run.attempt)}
          {execution && execution.attempts.length > 1 && (
            <AttemptLineSmall model={prepareAttemptLine(execution, 'small', project)} />
          )}
        </span>
        {run.kind === 'dry_run' && <Badge>Dry run</Badge>}
        {run.overridden && (
          <Badge
            tone="review"
            icon={<ShieldOff aria-hidden />}
            title="A verification of this run was let through although it was not satisfied"
          >
            {flagLabels.overridden}
          </Badge>
        )}
        {run.flag && run.flag !== 'overridden' && (
          <Badge tone="review" icon={<Flag aria-hidden />}>
            {flagLabels[run.flag]}
          </Badge>
        )}
        <span className="text-ink-2">
          <RelativeTime iso={run.occurredAt} />
          {', '}
          {run.durationMs === null ? 'no time told' : `took ${formatDuration(run.durationMs)}`}
          {run.tokens !== null && `, ${formatCompact(run.tokens)} tokens`}
          {run.costUsd !== null && `, ${formatCost(run.costUsd)}`}
        </span>
      </div>
    </header>
  )
}
