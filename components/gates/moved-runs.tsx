'use client'

import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { runHref } from '@/lib/charts/runs-href'
import type { GateEffect } from '@/lib/contracts/gates'
import { formatExact, formatPlural, formatScore } from '@/lib/format/number'

const FIRST = 5

type MovedRunsProps = { project: string; runs: GateEffect['runs']; label: string }

/** Confidence before and after, run by run. */
export function MovedRuns({ project, runs, label }: MovedRunsProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? runs : runs.slice(0, FIRST)
  return (
    <div>
      <p className="eyebrow mb-1">{label}</p>
      <ul className="divide-y border-y text-sm">
        {shown.map((run) => (
          <li key={run.runId} className="flex items-center justify-between gap-4 py-1.5">
            <Link href={runHref(project, run.runId)} className="min-w-0 truncate hover:underline" title={run.clientId}>
              {run.clientId}
            </Link>
            {run.skipped ? (
              <span className="shrink-0 text-ink-3">left alone: {run.skipped}</span>
            ) : (
              <span className="flex shrink-0 items-center gap-1.5">
                <span className="text-ink-2" title={formatExact(run.before)}>
                  {formatScore(run.before)}
                </span>
                <ArrowRight className="size-3.5 text-ink-3" aria-label="became" />
                <span
                  className={clsx('font-medium', run.after === null && 'text-ink-3')}
                  title={formatExact(run.after)}
                >
                  {formatScore(run.after)}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {runs.length > FIRST && !isAll && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-2.5" onClick={() => setAll(true)}>
          Show all {formatPlural(runs.length, 'run')}
        </Button>
      )}
    </div>
  )
}
