import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { IntervalMark } from '@/components/charts/small-marks'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { toneText } from '@/components/ui/tone'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { type PredictionRow, preparePredictions } from '@/lib/presentation/charts/prepare-predictions'
import { calibrationHref } from '@/lib/presentation/links'

// Loaded lazily: rarely opened.
const ForecastParts = dynamic(orMissing(() => import('./forecast-parts'), 'ForecastParts'))

type PredictionsPanelProps = { project: string; detail: Pick<RunDetail, 'learned' | 'signals' | 'run'> }

/** Predicted probability that a person approves this run, learned from verdicts on other runs. Has no effect on the decision. */
export function PredictionsPanel({ project, detail }: PredictionsPanelProps) {
  const predictions = preparePredictions(detail)
  if (predictions.length === 0) return null
  return (
    <Panel
      title="What people would say"
      note="Chance that a person approves it."
      actions={
        <Link href={calibrationHref(project)} className="link text-sm">
          Calibration
        </Link>
      }
    >
      <ul className="grid gap-4">
        {predictions.map((prediction) => (
          <li key={prediction.kind}>
            <Prediction prediction={prediction} />
            {prediction.kind === 'forecast' && <ForecastSum project={project} runId={detail.run.id} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Opens how a forecast adds up, for whoever wants to check it. */
function ForecastSum({ project, runId }: { project: string; runId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-2" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 w-fit text-ink-2 text-xs pointer-coarse:min-h-11">How it adds up</summary>
      {isOpen && (
        <LatePart fallback={<SkeletonRows rows={5} />}>
          <ForecastParts project={project} runId={runId} />
        </LatePart>
      )}
    </details>
  )
}

function Prediction({ prediction }: { prediction: PredictionRow }) {
  const { label, chanceText, intervalText, mark, basis, isBefore, reasons } = prediction
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="whitespace-nowrap text-right">
          <span className="font-medium">{chanceText}</span> <span className="text-ink-3 text-xs">({intervalText})</span>
        </span>
      </p>
      <IntervalMark mark={mark} className="my-1" />
      <p className="text-ink-3 text-xs">
        {basis}
        {isBefore && '; predicted before the verdict'}
      </p>
      {reasons.length > 0 && (
        <>
          <ul aria-label="Evidence for and against" className="mt-2 grid gap-1 text-sm">
            {reasons.map((reason) => (
              <Reason key={reason.fact} reason={reason} />
            ))}
          </ul>
          <p className="mt-1 text-right text-ink-3 text-xs">effect on the log-odds of approval</p>
        </>
      )}
    </>
  )
}

function Reason({ reason: { fact, direction, weightText } }: { reason: PredictionRow['reasons'][number] }) {
  const isFor = direction === 'for'
  const Icon = isFor ? Plus : Minus
  return (
    <li className="flex items-start gap-2">
      <Icon
        className={clsx('mt-0.5 size-3.5 shrink-0', toneText[isFor ? 'pass' : 'fail'])}
        aria-label={isFor ? 'For' : 'Against'}
      />
      <span className="min-w-0 flex-1">{fact}</span>
      <span className="shrink-0 text-ink-3 text-xs leading-5">{weightText}</span>
    </li>
  )
}
