'use client'

import { clsx } from 'clsx'
import { Popover } from '@/components/ui/popover'
import { type Tone, toneText } from '@/components/ui/tone'
import { formatExact, formatScore } from '@/lib/format/number'
import { type ScoreFactor, ScoreFactors } from './score-factors'
import { StatusMark } from './status-mark'
import { ThresholdBar } from './threshold-bar'

export type ScoreTone = Extract<Tone, 'pass' | 'review' | 'fail' | 'unknown'>

type ScoreMarkProps = {
  /** What is scored: "Trace quality". Read out, and the title of what opens. */
  name: string
  /** The verdict in a word: "Good". */
  word: string
  tone: ScoreTone
  value: number | null
  threshold?: number | null
}

/** A score in one line: shape and word, number, and a bar against its threshold. */
export function ScoreMark({ name, word, tone, value, threshold }: ScoreMarkProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={`${name}: ${formatExact(value)}`}>
      <StatusMark status={tone} word={word} />
      <span className="font-medium">{formatScore(value, threshold ?? undefined)}</span>
      <ThresholdBar value={value} threshold={threshold} tone={tone} />
    </span>
  )
}

type ScoreChipProps = ScoreMarkProps & {
  factors: readonly ScoreFactor[]
  /** Why the score cannot be acted on whatever its size. */
  blocker?: string | null
  warnings?: readonly string[]
  /** Which profile, series and engine made the number. */
  origin?: string
}

/** A score that opens to its factors, adding up to the number. */
export function ScoreChip({ factors, blocker, warnings = [], origin, ...mark }: ScoreChipProps) {
  const trigger = (
    <button
      type="button"
      aria-label={`${mark.name}: ${mark.word}, ${formatScore(mark.value)}. Show its factors`}
      className={clsx(
        'inline-flex h-7 items-center rounded-md border bg-raised px-2 text-sm transition-colors hover:border-line-strong hover:bg-hover data-[state=open]:border-line-control',
        blocker && 'border-fail-line',
      )}
    >
      <ScoreMark {...mark} />
    </button>
  )
  return (
    <Popover trigger={trigger} label={`${mark.name}, factor by factor`} className="w-[min(30rem,calc(100vw-1.5rem))]">
      <h3 className="text-base">{mark.name}</h3>
      {blocker && <p className={clsx('mt-0.5 text-sm', toneText.fail)}>{blocker}</p>}
      <ScoreFactors factors={factors} value={mark.value} threshold={mark.threshold ?? null} />
      {warnings.length > 0 && (
        <ul className="mt-3 list-disc pl-4 text-ink-2 text-xs">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {origin && <p className="mt-3 text-ink-3 text-xs">{origin}</p>}
    </Popover>
  )
}
