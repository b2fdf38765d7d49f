import { clsx } from 'clsx'
import type { AttemptLineModel } from '@/lib/presentation/charts/prepare-attempt-line'

/** From here on dots of the usual size would hide the line. */
const DENSE = 20

const stateClass: Record<string, string> = {
  Improving: 'text-pass-fg',
  Plateauing: 'text-review-fg',
  Degrading: 'text-fail-fg',
  Oscillating: 'text-review-fg',
}

export function ConvergenceWord({ state }: { state: string }) {
  return (
    <span className={clsx('whitespace-nowrap font-medium text-xs', stateClass[state] ?? 'text-unknown-fg')}>
      {state}
    </span>
  )
}

type AttemptLineProps = {
  model: AttemptLineModel
  /** For places that show the state already. */
  wordHidden?: boolean
}

/** Attempt chart for a table row, 80 px wide: thresholds, a dot per attempt with the best one ringed, and the state. */
export function AttemptLineSmall({ model, wordHidden = false }: AttemptLineProps) {
  return (
    <span className="inline-flex items-center gap-2" title={model.summary}>
      <svg role="img" aria-label={model.summary} width={model.width} height={model.height} className="shrink-0">
        {model.thresholds.slice(0, 1).map((threshold) => (
          <line
            key={threshold.value}
            x1={0}
            x2={model.width}
            y1={threshold.y}
            y2={threshold.y}
            stroke="var(--line-strong)"
            strokeDasharray="2 2"
          />
        ))}
        {model.paths.map((path) => (
          <path key={path} d={path} fill="none" stroke="var(--ink-3)" strokeWidth={1.25} />
        ))}
        {model.unscored.map((point) => (
          <Unscored key={point.href} x={point.x} y={model.plot.bottom} />
        ))}
        {model.points.map((point) => (
          <circle
            key={point.href}
            cx={point.x}
            cy={point.y}
            r={point.best ? 3 : model.points.length > DENSE ? 1 : 2}
            fill={point.best ? 'var(--accent)' : 'var(--ink-2)'}
          />
        ))}
      </svg>
      {!wordHidden && <ConvergenceWord state={model.state} />}
    </span>
  )
}

/** An attempt without a score: a hollow square on the axis, to differ from a dot at zero. */
export function Unscored({ x, y }: { x: number; y: number }) {
  return (
    <rect
      x={x - 2.5}
      y={y - 2.5}
      width={5}
      height={5}
      fill="none"
      stroke="var(--unknown)"
      strokeWidth={1}
      strokeDasharray="1.5 1"
    />
  )
}
