import { Fragment } from 'react'
import { ThresholdBar } from '@/components/charts/small-marks'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import type { FactorView, ScoreView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { formatExact, formatPercent, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { scoreInputText } from '@/lib/presentation/labels/runs'
import { profileLabels } from '@/lib/presentation/labels/verdicts'
import { qualityVerdict } from '@/lib/presentation/quality-verdict'

type ScoresPanelProps = { run: RunRow; scores: readonly ScoreView[] }

/** Scores with their factors. The score of the chain's profile is first and expanded. */
export function ScoresPanel({ run, scores }: ScoresPanelProps) {
  const ordered = scores.toSorted((a, b) => Number(b.profile === run.profile) - Number(a.profile === run.profile))
  return (
    <Panel isFolded isPrinted title="Scores" note={`${profileLabels[run.profile]} counts for this chain`}>
      <ul className="divide-y">
        {ordered.map((score) => (
          <li key={score.series} className="py-1">
            <details open={score.profile === run.profile}>
              <summary className="min-h-8 flex-wrap text-sm">
                <span className="flex-1 whitespace-nowrap">{nameOf(score)}</span>
                {score.blocked && <Badge tone="fail">Blocked</Badge>}
                <ScoreOf score={score} />
              </summary>
              <div className="pb-3">
                <ScoreFactors factors={score.factors} value={score.value} threshold={score.threshold} />
                {score.warnings.length > 0 && (
                  <p className="mt-2 text-review-fg text-xs">
                    {formatPlural(score.warnings.length, 'warning')}:{' '}
                    {score.warnings.map((warning) => warning.replaceAll('_', ' ')).join('; ')}
                  </p>
                )}
                <p className="mt-2 text-ink-3 text-xs">
                  Series {score.series}, revision {score.revision}, engine {score.engineVersion},{' '}
                  <RelativeTime iso={score.computedAt} />
                </p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function nameOf(score: ScoreView): string {
  return score.series === score.profile
    ? profileLabels[score.profile]
    : `${profileLabels[score.profile]}, ${score.series}`
}

function ScoreOf({ score }: { score: ScoreView }) {
  const verdict = qualityVerdict({ ...score, quality: score.value })
  return (
    <ScoreMark
      name={nameOf(score)}
      word={verdict.word}
      tone={verdict.tone}
      value={verdict.tone === 'unknown' ? null : score.value}
      threshold={score.threshold ?? verdict.threshold}
    />
  )
}

type ScoreFactorsProps = { factors: readonly FactorView[]; value: number | null; threshold: number | null }

/** Factors of a score with formula and inputs; the last column adds up to the score. */
function ScoreFactors({ factors, value, threshold }: ScoreFactorsProps) {
  const { total, share } = measuredShare(factors)
  return (
    <table aria-label="Factors of the score" className="mt-3 w-full text-sm">
      <thead>
        <tr className="text-ink-3 text-xs [&>th]:pb-1 [&>th]:font-medium">
          <th scope="col" className="text-left">
            Factor
          </th>
          {['Value', 'Weight', 'Adds'].map((head) => (
            <th key={head} scope="col" className="figure-cell">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {factors.map((factor) => (
          <Fragment key={factor.name}>
            <tr className="*:border-t *:pt-2">
              <th scope="row" className="wrap-anywhere hyphens-auto text-left font-medium">
                {factor.label}
              </th>
              <td className="figure-cell" title={formatExact(factor.value)}>
                {formatScore(factor.value)}
              </td>
              <td className="figure-cell text-ink-2">{total > 0 ? formatPercent(factor.weight / total) : '—'}</td>
              <td className="figure-cell" title={formatExact(factor.contribution)}>
                {factor.contribution === null ? '—' : factor.contribution.toFixed(4)}
              </td>
            </tr>
            <tr>
              <td colSpan={4} className="pt-0.5 pb-2 text-xs">
                <span className="wrap-anywhere block font-mono text-ink-2">{factor.formula}</span>{' '}
                {factor.inputs.length > 0 && (
                  <span className="mt-0.5 block text-ink-3">{factor.inputs.map(scoreInputText).join(' · ')}</span>
                )}
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr className="*:border-line-strong *:border-t *:pt-2 *:font-medium">
          <th scope="row" colSpan={3} className="text-left">
            Score
            {share < 1 && (
              <span className="ml-2 font-normal text-review-fg text-xs">
                {` on ${formatPercent(share)} of its weight`}
              </span>
            )}
            {threshold !== null && (
              <span className="ml-2 font-normal text-ink-3 text-xs">{` threshold ${formatScore(threshold)}`}</span>
            )}
          </th>
          <td className="figure-cell" title={formatExact(value)}>
            {value === null ? '—' : value.toFixed(4)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Returns the total weight and the measured share of it in [0, 1]; 1 if the total is 0. */
function measuredShare(factors: readonly FactorView[]): { total: number; share: number } {
  const total = factors.reduce((sum, factor) => sum + factor.weight, 0)
  const measured = factors.reduce((sum, factor) => sum + (factor.value === null ? 0 : factor.weight), 0)
  return { total, share: total > 0 ? measured / total : 1 }
}

type ScoreTone = Extract<Tone, 'pass' | 'review' | 'fail' | 'unknown'>

type ScoreMarkProps = {
  /** What is scored: "Trace quality". Shown in the tooltip. */
  name: string
  /** The verdict: "Good". */
  word: string
  tone: ScoreTone
  value: number | null
  threshold: number | null
}

/** A score in one line: verdict, number, and a bar with its threshold. */
function ScoreMark({ name, word, tone, value, threshold }: ScoreMarkProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={`${name}: ${formatExact(value)}`}>
      <StatusMark status={tone} word={word} />
      <span className="font-medium">{formatScore(value, threshold ?? undefined)}</span>
      <ThresholdBar value={value} threshold={threshold} tone={tone} />
    </span>
  )
}
