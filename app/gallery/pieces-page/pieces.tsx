'use client'

import { useState } from 'react'
import { AttemptLine, AttemptLineSmall } from '@/components/pieces/attempt-line'
import { ConfidenceBar, ConfidenceBarSmall } from '@/components/pieces/confidence-bar'
import { DecisionWord } from '@/components/pieces/decision-word'
import { FailureStrip } from '@/components/pieces/failure-strip'
import { FigureTile } from '@/components/pieces/figure-tile'
import { GatePicture } from '@/components/pieces/gate-picture'
import { ScoreChip, ScoreMark } from '@/components/pieces/score-chip'
import { StatusMark } from '@/components/pieces/status-mark'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { prepareAttemptLine } from '@/lib/charts/prepare-attempt-line'
import { prepareConfidenceBar } from '@/lib/charts/prepare-confidence-bar'
import { prepareFailureStrip } from '@/lib/charts/prepare-failure-strip'
import { prepareGatePicture } from '@/lib/charts/prepare-gate-picture'

const at = (scores: (number | null)[], best: number) =>
  scores.map((score, index) => ({ attempt: index + 1, runId: `r${index}`, score, best: index === best }))

const executions = [
  { attempts: at([0.42, 0.61, 0.74, 0.86], 3), state: 'improving' as const },
  { attempts: at([0.62, 0.71, 0.72, 0.715], 2), state: 'plateauing' as const },
  { attempts: at([0.78, 0.7, null, 0.55, 0.41], 0), state: 'degrading' as const },
  { attempts: at([0.5, 0.72, 0.51, 0.74, 0.49], 3), state: 'oscillating' as const },
  { attempts: at([0.66], 0), state: 'insufficient' as const },
]

const dots = (scores: (number | null)[], prefix: string) =>
  scores.map((score, index) => ({
    runId: `${prefix}${index}`,
    score,
    scenario: index < 6 ? `s${index}` : null,
    blocked: score !== null && score < 0.6,
    occurredAt: '2026-11-20T10:00:00Z',
  }))

const evidence = {
  verdict: 'regression' as const,
  threshold: 0.05,
  minLiveRuns: 3,
  delta: -0.0667,
  prior: {
    version: '1.0.3',
    n: 9,
    mean: 0.84,
    interval: [0.81, 0.87] as [number, number],
    dots: dots([0.86, 0.82, 0.84, 0.88, 0.8, 0.85, 0.83, 0.84, 0.84], 'p'),
  },
  current: {
    version: '1.1.0',
    n: 7,
    mean: 0.7733,
    interval: [0.7, 0.84] as [number, number],
    dots: dots([0.82, 0.7, 0.8, 0.83, 0.58, 0.81, 0.79, null], 'c'),
  },
}

const buckets = Array.from({ length: 14 }, (_, day) => ({
  start: new Date(Date.UTC(2026, 10, 7 + day)).toISOString(),
  end: new Date(Date.UTC(2026, 10, 8 + day)).toISOString(),
}))
const group = (
  fingerprint: string,
  failureClass: 'timeout' | 'rate_limited' | 'invalid_tool_args',
  node: string,
  template: string,
  seed: number,
) => {
  const marks = buckets.map((_, day) => ({
    roots: (day * seed) % 5 > 2 ? (day * seed) % 4 : 0,
    cascades: (day * seed) % 7 === 3 ? 2 : 0,
  }))
  return {
    fingerprint,
    failureClass,
    node,
    template,
    marks,
    roots: marks.reduce((s, m) => s + m.roots, 0),
    cascades: marks.reduce((s, m) => s + m.cascades, 0),
    lastSeenAt: '2026-11-20T18:00:00Z',
  }
}
const strip = prepareFailureStrip(
  [
    group('a', 'timeout', 'fetch_order', 'connect ETIMEDOUT <ip>:443', 3),
    group('b', 'rate_limited', 'draft_reply', '429 Too Many Requests: slow down', 4),
    group(
      'c',
      'invalid_tool_args',
      'lookup',
      'missing property <key> in arguments of a rather long message that gets cut',
      11,
    ),
  ],
  buckets,
  'default',
)

const factors = [
  {
    name: 'conformance',
    label: 'Conformance',
    weight: 0.4,
    value: 1,
    contribution: 0.4,
    formula: '1 if the output fits its contract',
    inputs: [{ label: 'errors', value: '0' }],
  },
  {
    name: 'completeness',
    label: 'Completeness',
    weight: 0.35,
    value: 0.75,
    contribution: 0.2625,
    formula: 'present / required',
    inputs: [
      { label: 'present', value: '3' },
      { label: 'required', value: '4' },
    ],
  },
  {
    name: 'efficiency',
    label: 'Efficiency',
    weight: 0.25,
    value: 0.52,
    contribution: 0.13,
    formula: 'useful / total tokens',
    inputs: [
      { label: 'useful', value: '520' },
      { label: 'total', value: '1,000' },
    ],
  },
]

export function GalleryPieces() {
  const [human, setHuman] = useState<number | null>(null)
  const signals = { self: 0.92, peer: 0.5, downstream: null, human }
  const weight = 0.4 + (human === null ? 0 : 0.5)
  const confidence = (0.92 * 0.15 + 0.5 * 0.25 + (human ?? 0) * 0.5) / weight
  const bar = prepareConfidenceBar({ confidence, coverage: weight / 1.25, signals, vetoed: human === 0 })
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Panel className="lg:col-span-2" title="Figures">
        <div className="grid grid-cols-2 gap-6 lg:grid-cols-4">
          <FigureTile
            label="Runs"
            value="1,214"
            change={{ text: '+18 %', direction: 'up', meaning: 'neutral', against: 'the week before' }}
            href="/gallery"
          />
          <FigureTile
            label="Mean quality"
            value="0.81"
            interval="0.79 to 0.83"
            count="1,198 scored"
            change={{ text: '−0.04', direction: 'down', meaning: 'worse', against: 'the week before' }}
            href="/gallery"
          />
          <FigureTile
            label="Share good"
            value="74 %"
            interval="71 % to 77 %"
            count="1,198 scored"
            change={{ text: '+3 points', direction: 'up', meaning: 'better', against: 'the week before' }}
          />
          <FigureTile label="Confidence" value={null} missing="No run has a signal yet" />
        </div>
      </Panel>
      <Panel
        title="Confidence"
        actions={
          <>
            <Button size="sm" onClick={() => setHuman(1)}>
              Approve
            </Button>
            <Button size="sm" onClick={() => setHuman(0)}>
              Reject
            </Button>
            <Button size="sm" onClick={() => setHuman(null)}>
              Undo
            </Button>
          </>
        }
      >
        <div className="max-w-sm">
          <ConfidenceBar
            model={bar}
            outcome={<DecisionWord decision={human === 1 ? 'accept' : human === 0 ? 'escalate' : 'iterate'} />}
          />
        </div>
        <div className="mt-6 grid w-fit gap-3">
          <ConfidenceBarSmall model={bar} />
          <ConfidenceBarSmall
            model={prepareConfidenceBar({
              confidence: null,
              coverage: 0,
              signals: { self: null, peer: null, downstream: null, human: null },
            })}
          />
          <ConfidenceBarSmall
            model={prepareConfidenceBar({
              confidence: 0.2,
              coverage: 0.4,
              signals: { self: 0, peer: null, downstream: 0.3, human: 0 },
              vetoed: true,
            })}
          />
        </div>
      </Panel>
      <Panel title="Scores and states">
        <div className="flex flex-wrap gap-2">
          <ScoreChip
            name="Trace quality"
            word="Review"
            tone="review"
            value={0.7925}
            threshold={0.8}
            factors={factors}
            origin="stratt, engine 1.0.0"
          />
          <ScoreChip
            name="Quality check"
            word="Excellent"
            tone="pass"
            value={0.97}
            threshold={0.85}
            factors={factors}
          />
          <ScoreChip
            name="Trace quality"
            word="Poor"
            tone="fail"
            value={0.31}
            threshold={0.8}
            factors={factors}
            blocker="The output does not fit its contract"
            warnings={['no_contract']}
          />
          <ScoreMark name="Confidence" word="Not scored" tone="unknown" value={null} threshold={0.8} />
        </div>
        <div className="mt-4 flex flex-wrap gap-4 text-sm">
          {(
            ['pass', 'review', 'fail', 'unknown', 'completed', 'failed', 'skipped', 'cancelled', 'running'] as const
          ).map((status) => (
            <StatusMark key={status} status={status} />
          ))}
        </div>
        <div className="mt-4 flex flex-wrap gap-4 text-sm">
          {(['accept', 'iterate', 'accept_best', 'escalate', 'insufficient_evidence'] as const).map((decision) => (
            <DecisionWord key={decision} decision={decision} />
          ))}
        </div>
        <div className="mt-6 grid grid-cols-2 gap-2">
          {executions.map((execution) => (
            <AttemptLineSmall key={execution.state} model={prepareAttemptLine(execution, 'small', 'default')} />
          ))}
        </div>
      </Panel>
      {executions.slice(0, 4).map((execution) => (
        <Panel key={execution.state} title="Attempts" note={prepareAttemptLine(execution, 'large', 'default').summary}>
          <AttemptLine
            model={prepareAttemptLine(execution, 'large', 'default')}
            narrow={prepareAttemptLine(execution, 'medium', 'default')}
          />
        </Panel>
      ))}
      <Panel title="Gate">
        <GatePicture
          model={prepareGatePicture(evidence, 'default')}
          narrow={prepareGatePicture(evidence, 'default', 'narrow')}
        />
      </Panel>
      <Panel title="Gate, too few">
        <GatePicture
          model={prepareGatePicture({ ...evidence, verdict: 'no_baseline', prior: null, delta: null }, 'default')}
          narrow={prepareGatePicture(
            { ...evidence, verdict: 'no_baseline', prior: null, delta: null },
            'default',
            'narrow',
          )}
        />
      </Panel>
      <Panel title="Failure patterns" className="lg:col-span-2">
        <FailureStrip model={strip} />
      </Panel>
    </div>
  )
}
