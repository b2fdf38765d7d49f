import { ArrowUpRight } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '@/components/ui/panel'
import type { WorstRun } from '@/lib/charts/prepare-gate-worst'
import { runHref } from '@/lib/charts/runs-href'
import { formatChange, formatExact, formatScore } from '@/lib/format/number'

type WorstRunsProps = { project: string; runs: readonly WorstRun[]; prior: string | null; current: string }

/** The runs to open first, where the difference is easiest to see. */
export function WorstRuns({ project, runs, prior, current }: WorstRunsProps) {
  const isPaired = runs.some((run) => run.prior !== null)
  return (
    <Panel
      title={isPaired ? 'Where it fell most' : 'Lowest runs'}
      note={isPaired ? 'The same scenario on both versions.' : `Of ${current}.`}
    >
      <ul className="divide-y border-y text-sm">
        {runs.map((run) => (
          <li key={run.runId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-40 truncate max-sm:basis-full" title={run.scenario ?? undefined}>
              {run.scenario ?? <span className="text-ink-3">No scenario named</span>}
            </span>
            {run.prior && (
              <RunLink href={runHref(project, run.prior.runId)} version={prior ?? 'before'} score={run.prior.score} />
            )}
            <RunLink href={runHref(project, run.runId)} version={current} score={run.score} />
            <span className="ml-auto w-12 text-right font-medium">{run.prior && formatChange(run.prior.change)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RunLink({ href, version, score }: { href: string; version: string; score: number }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 text-ink-2 hover:text-ink hover:underline"
      title={formatExact(score)}
    >
      {version} <span className="font-medium text-ink">{formatScore(score)}</span>
      <ArrowUpRight className="size-3.5 text-ink-3" aria-hidden />
    </Link>
  )
}
