'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { versionQueries } from '@/lib/queries/versions'
import { MoreRuns } from './more-runs'

type SettleRunsProps = { project: string; chain: string; version: string; runsToSettle: number }

const MOST = 100

/** More runs where more would settle the verdict and the version has an executor to make them; else nothing. */
export function SettleRuns({ project, chain, version, runsToSettle }: SettleRunsProps) {
  const { data } = useInfiniteQuery(versionQueries.trials(project, { chain, version }))
  const first = data?.pages[0]
  if (!first?.executor || runsToSettle === 0) return null
  const waiting = first.live.queued + first.live.running
  if (waiting > 0) return <p className="mt-3 text-ink-2 text-sm">{waiting} more are under way.</p>
  return (
    <div className="mt-3">
      <MoreRuns project={project} chain={chain} version={version} count={Math.min(runsToSettle, MOST)} />
    </div>
  )
}
