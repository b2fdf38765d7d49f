import Link from 'next/link'
import { StatusMark } from '@/components/pieces/status-mark'
import type { Status } from '@/components/pieces/status-shape'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { runHref } from '@/lib/charts/runs-href'
import type { TrialStatus, TrialView } from '@/lib/contracts/trials'
import { formatScore } from '@/lib/format/number'
import { trialKindLabels, trialStatusLabels } from '@/lib/format/version-labels'

const marks: Record<TrialStatus, Status> = {
  queued: 'skipped',
  running: 'running',
  done: 'completed',
  failed: 'failed',
  cancelled: 'skipped',
}

export function TrialList({ project, trials }: { project: string; trials: readonly TrialView[] }) {
  return (
    <Table label="Trials of this version">
      <TableHead>
        <tr>
          <TableHeader>Status</TableHeader>
          <TableHeader>Kind</TableHeader>
          <TableHeader>Scenario</TableHeader>
          <TableHeader numeric>Quality</TableHeader>
          <TableHeader numeric className="max-sm:hidden">
            When
          </TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {trials.map((trial) => (
          <TableRow key={trial.id}>
            <TableCell>
              <StatusMark status={marks[trial.status]} word={trialStatusLabels[trial.status]} />
            </TableCell>
            <TableCell>{trialKindLabels[trial.kind]}</TableCell>
            <TableCell className="w-full min-w-40">
              <span className="break-words">{trial.scenario}</span>
              {trial.error && (
                <span className="block break-words text-ink-2 text-xs first-letter:uppercase">{trial.error}</span>
              )}
            </TableCell>
            <TableCell numeric>
              {trial.runId ? (
                <Link href={runHref(project, trial.runId)} className="link" aria-label={`Run of ${trial.scenario}`}>
                  {formatScore(trial.quality)}
                </Link>
              ) : (
                formatScore(null)
              )}
            </TableCell>
            <TableCell numeric className="text-ink-2 max-sm:hidden">
              <RelativeTime iso={trial.endedAt ?? trial.startedAt ?? trial.queuedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
