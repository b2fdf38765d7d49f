import type { Tone } from '@/components/ui/tone'
import { formatExact, formatScore } from '@/lib/format/number'
import { StatusMark } from './status-mark'
import { ThresholdBar } from './threshold-bar'

type ScoreTone = Extract<Tone, 'pass' | 'review' | 'fail' | 'unknown'>

type ScoreMarkProps = {
  /** What is scored: "Trace quality". Read out. */
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
