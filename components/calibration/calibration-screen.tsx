'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useQueryState } from 'nuqs'
import { useDeferredValue } from 'react'
import { ReliabilityDiagram } from '@/components/charts/reliability-diagram'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useMyRole } from '@/components/domain-ui/role'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { Calibration } from '@/lib/contracts/calibration'
import {
  calibrationHeadline,
  forecastSentence,
  type LossRow,
  moreVerdicts,
  prepareLosses,
} from '@/lib/presentation/charts/prepare-calibration'
import { prepareReliability } from '@/lib/presentation/charts/prepare-reliability'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { configurationHref, reviewHref } from '@/lib/presentation/links'
import { calibrationQuery, calibrationSearchParsers } from '@/lib/queries/calibration-search'
import { AutoAcceptPanel } from './auto-accept-panel'
import { EvaluatorsPanel, figureColumns } from './evaluators-panel'

/** Page of the calibration of confidence and forecast against later human verdicts. */
export function CalibrationScreen({ project }: { project: string }) {
  return (
    <PartBoundary fallback={<CalibrationSkeleton />} isSteady>
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
          {reliability ? (
            <ReliabilityDiagram model={reliability} />
          ) : (
            <NoVerdicts project={project} needed={verdicts.needed} />
          )}
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

function NoVerdicts({ project, needed }: { project: string; needed: number }) {
  const role = useMyRole(project)
  return (
    <Panel title="Reliability">
      <p className="max-w-prose text-ink-2 text-sm">
        The desk learns from people’s verdicts how they would judge other runs. Predictions start at {needed} verdicts;
        this page then shows how far to trust that.
      </p>
      {role === 'viewer' ? (
        <p className="mt-3 text-ink-2 text-sm">You are a viewer of this project. Reviewers and admins give verdicts.</p>
      ) : (
        <Link href={reviewHref(project)} className="link mt-3 inline-flex text-sm">
          Review runs
        </Link>
      )}
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

const kindLabels: Record<Calibration['history'][number]['kind'], string> = {
  confidence: 'Confidence',
  forecast: 'Forecast',
}

/** History of recent fits; predictions refer to them by version. */
function FitsPanel({ history }: { history: Calibration['history'] }) {
  if (history.length === 0) return null
  return (
    <Panel>
      <details>
        <summary className="w-fit text-ink-2 text-sm hover:text-ink">
          The latest {formatPlural(history.length, 'fit')}
        </summary>
        <div className="mt-2">
          <DataTable
            label="Fits"
            rows={history}
            keyOf={({ kind, version }) => `${kind} ${version}`}
            columns={[
              { head: 'What', title: ({ method }) => method, cell: ({ kind }) => kindLabels[kind] },
              { head: 'Fit', numeric: true, cell: ({ version }) => formatCount(version) },
              { head: 'Judged runs', numeric: true, cell: ({ verdicts }) => formatCount(verdicts) },
              {
                head: 'When',
                numeric: true,
                cellClass: 'text-ink-2',
                cell: ({ fittedAt }) => <RelativeTime iso={fittedAt} />,
              },
            ]}
          />
        </div>
      </details>
    </Panel>
  )
}

/** Table of each predictor's loss on verdicts it was not trained on. */
function LossesPanel({ calibration }: { calibration: Calibration }) {
  const { axes, rows } = prepareLosses(calibration)
  return (
    <Panel
      title="Prediction error"
      note="On verdicts predicted before they were given. Lower is better. Bars: 95% interval of the mean."
    >
      <DataTable
        label="Losses of the predictions"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            head: 'Predictor',
            isRowName: true,
            cellClass: 'h-12! whitespace-normal! py-1.5 text-ink! text-sm!',
            cell: ({ label, hint }) => (
              <>
                {label}
                <span className="block font-normal text-ink-3 text-xs">{hint}</span>
              </>
            ),
          },
          { head: 'Verdicts', numeric: true, cell: ({ n }) => n },
          ...figureColumns<LossRow>('Brier', ({ brier }) => brier, 'w-1/4', axes.brier),
          ...figureColumns<LossRow>('Log loss', ({ logLoss }) => logLoss, 'w-1/4', axes.logLoss),
        ]}
      />
      {moreVerdicts(calibration) && <p className="mt-3 text-ink-2 text-sm">{moreVerdicts(calibration)}</p>}
    </Panel>
  )
}
