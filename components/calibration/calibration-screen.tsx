'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useQueryState } from 'nuqs'
import { useDeferredValue } from 'react'
import { ReliabilityDiagram } from '@/components/charts/reliability-diagram'
import { configurationHref } from '@/components/domain-ui/hrefs'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { calibrationHeadline, forecastSentence } from '@/lib/presentation/charts/prepare-calibration'
import { prepareReliability } from '@/lib/presentation/charts/prepare-reliability'
import { calibrationQuery, calibrationSearchParsers } from '@/lib/queries/calibration-search'
import { AutoAcceptPanel } from './auto-accept-panel'
import { EvaluatorsPanel } from './evaluators-panel'
import { FitsPanel } from './fits-panel'
import { LossesPanel } from './losses-panel'

/** Page of the calibration of confidence and forecast against later human verdicts. */
export function CalibrationScreen({ project }: { project: string }) {
  return (
    <PartBoundary fallback={<CalibrationSkeleton />}>
      <CalibrationReport project={project} />
    </PartBoundary>
  )
}

function CalibrationReport({ project }: { project: string }) {
  const [errors, setErrors] = useQueryState('errors', calibrationSearchParsers.errors.withOptions({ scroll: false }))
  // Keeps the current result visible while the one for another share loads.
  const shown = useDeferredValue(errors)
  const { data } = useSuspenseQuery(calibrationQuery(project, { errors: shown }))
  const { enabled, verdicts, evaluators, autoAccept } = data
  const hasVerdicts = verdicts.total > 0
  const reliability = hasVerdicts ? prepareReliability(data, project) : null
  return (
    <>
      <PageHeader title="Calibration" headline={calibrationHeadline(data)} />
      <div className="grid gap-8">
        {!enabled && (
          <Notice
            tone="review"
            title="Learning is switched off"
            action={
              <Link href={configurationHref(project)} className="link">
                Configuration
              </Link>
            }
          >
            Nothing is predicted, and no runs are flagged by prediction.
          </Notice>
        )}
        {/* Without a diagram there is nothing for the short panels to stand beside. */}
        <div className={clsx('grid gap-8', reliability?.series.length ? 'lg:grid-cols-2' : 'lg:grid-cols-3')}>
          {reliability ? <ReliabilityDiagram model={reliability} /> : <NoVerdicts needed={verdicts.needed} />}
          <div className={reliability?.series.length ? 'grid content-start gap-8' : 'contents'}>
            <Panel title="Forecast" note="From the trace alone, before any evaluator has judged the run.">
              <p className="max-w-prose text-sm">{forecastSentence(data)}</p>
            </Panel>
            <AutoAcceptPanel autoAccept={autoAccept} errors={errors} isBusy={shown !== errors} onErrors={setErrors} />
          </div>
        </div>
        {hasVerdicts && <LossesPanel calibration={data} />}
        {evaluators.some(({ n }) => n > 0) && <EvaluatorsPanel project={project} calibration={data} />}
        <FitsPanel history={data.history} />
      </div>
    </>
  )
}

function NoVerdicts({ needed }: { needed: number }) {
  return (
    <Panel title="Reliability">
      <p className="max-w-prose text-ink-2 text-sm">
        The desk learns from people’s verdicts how they would judge other runs. Predictions start at {needed} verdicts;
        this page then shows how far to trust that.
      </p>
    </Panel>
  )
}

function CalibrationSkeleton() {
  return (
    <>
      <PageHeader title="Calibration" headline={<Skeleton className="inline-block h-4.5 w-96 max-w-full" />} />
      <div className="grid gap-8">
        <div role="status" aria-label="Loading reliability" className="border-t pt-4">
          <Skeleton className="aspect-square w-full max-w-[26rem]" />
        </div>
        <SkeletonRows rows={4} />
      </div>
    </>
  )
}
