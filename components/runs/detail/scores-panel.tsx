import { ScoreFactors } from '@/components/pieces/score-factors'
import { ScoreMark } from '@/components/pieces/score-mark'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import { qualityVerdict } from '@/lib/charts/quality-verdict'
import type { ScoreView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { profileLabels } from '@/lib/format/labels'
import { formatPlural } from '@/lib/format/number'

type ScoresPanelProps = { run: RunRow; scores: readonly ScoreView[] }

/** Each score opened down to its factors. The one of the chain's own profile stands first and open. */
export function ScoresPanel({ run, scores }: ScoresPanelProps) {
  const ordered = scores.toSorted((a, b) => Number(b.profile === run.profile) - Number(a.profile === run.profile))
  return (
    <Panel title="Scores" note={`${profileLabels[run.profile]} counts for this chain`}>
      <ul className="divide-y">
        {ordered.map((score) => (
          <li key={score.series} className="py-1">
            <details open={score.profile === run.profile}>
              <summary className="flex min-h-8 items-center gap-2 text-sm">
                <span className="min-w-0 flex-1 truncate">{nameOf(score)}</span>
                {score.blocked && <Badge tone="fail">blocked</Badge>}
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
      value={score.value}
      threshold={score.threshold ?? verdict.threshold}
    />
  )
}
