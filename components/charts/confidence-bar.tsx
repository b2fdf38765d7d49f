'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toneMark, toneText, toneTrack } from '@/components/ui/tone'
import type { ConfidenceBarModel, ConfidenceSegment } from '@/lib/presentation/charts/prepare-confidence-bar'
import { formatExact, formatScore } from '@/lib/presentation/format/number'

type ModelProps = { model: ConfidenceBarModel; className: string }

function Segments({ model, className }: ModelProps) {
  return (
    <span role="img" aria-label={model.summary} className={clsx('flex gap-0.5 overflow-hidden', className)}>
      {model.segments.map((segment) => (
        <span
          key={segment.evaluator}
          title={segment.title}
          style={{ flexGrow: segment.width }}
          className={clsx(
            'relative h-full min-w-0 basis-0 overflow-hidden first:rounded-l-sm last:rounded-r-sm',
            segment.fill === null ? 'hatch' : toneTrack[segment.evaluator],
          )}
        >
          {segment.fill !== null && (
            <span
              // A signal of zero still counts, so it keeps a visible edge.
              style={{ width: `max(2px, ${segment.fill * 100}%)` }}
              className={clsx(
                'absolute inset-y-0 left-0 transition-[width] duration-300 ease-out',
                segment.isVeto ? 'bg-fail' : toneMark[segment.evaluator],
              )}
            />
          )}
        </span>
      ))}
    </span>
  )
}

/** Confidence bar for a table row, 64 px wide, with its number. */
export function ConfidenceBarSmall({ model }: { model: ConfidenceBarModel }) {
  return (
    <span className="inline-flex items-center justify-end gap-2" title={model.summary}>
      <Segments model={model} className="h-2 w-16 shrink-0 lg:max-xl:w-8" />
      <span
        aria-hidden
        className={clsx('w-8 text-right', model.value === null && 'text-ink-3', model.isVetoed && 'text-fail-fg')}
      >
        {model.valueText}
      </span>
    </span>
  )
}

/** Confidence of a run with its interval, coverage and the share of each evaluator. */
export function ConfidenceBar({ model }: { model: ConfidenceBarModel }) {
  return (
    <div className="@container">
      <p className="flex items-baseline gap-2">
        <CountedScore model={model} className={clsx('font-semibold text-xl', model.value === null && 'text-ink-3')} />
        {model.intervalText && <span className="text-ink-2 text-sm">{model.intervalText}</span>}
      </p>
      <Segments model={model} className="mt-2 h-4" />
      <ul className="mt-2 grid @sm:grid-cols-2 gap-x-4 gap-y-1 text-xs">
        {model.segments.map((segment) => (
          <SegmentKey key={segment.evaluator} segment={segment} />
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-xs">
        {model.value === null ? 'No signals yet.' : `Based on ${model.coverageText} of the possible evidence.`}
      </p>
    </div>
  )
}

function SegmentKey({ segment }: { segment: ConfidenceSegment }) {
  return (
    <li className="flex items-center gap-1.5">
      <span
        className={clsx('size-2 shrink-0 rounded-xs', segment.fill === null ? 'hatch' : toneMark[segment.evaluator])}
        aria-hidden
      />
      <span className="text-ink-2">
        {`${segment.label} `}
        <span className="text-ink-3">× {segment.weightText}</span>
      </span>
      <span
        className={clsx(
          'ml-auto inline-flex items-center gap-1',
          segment.fill === null ? 'text-ink-3' : 'font-medium text-ink',
        )}
      >
        {segment.isVeto && <X className={clsx('size-3', toneText.fail)} aria-label="Rejected" />}
        {segment.fill === null ? 'none' : segment.valueText}
      </span>
    </li>
  )
}

/** A score that animates when it changes. Screen readers get only the final value. */
function CountedScore({ model: { value, valueText }, className }: ModelProps) {
  const shown = useCountedNumber(value)
  return (
    <span className={className} title={formatExact(value)}>
      <span aria-hidden>{shown === value ? valueText : formatScore(shown)}</span>
      <span className="sr-only">{value === null ? 'none' : valueText}</span>
    </span>
  )
}

const COUNT_MS = 280

/** Animates to `target` when it changes; jumps to it under reduced motion, and to or from null. */
function useCountedNumber(target: number | null): number | null {
  const [shown, setShown] = useState(target)
  const from = useRef(target)
  useEffect(() => {
    const start = from.current
    from.current = target
    const isStill =
      start === null ||
      target === null ||
      start === target ||
      window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill) {
      setShown(target)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - startedAt) / COUNT_MS)
      setShown(start + (target - start) * (1 - (1 - share) ** 3))
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
