import { clsx } from 'clsx'
import type { ReliabilityDot, ReliabilityModel, ReliabilitySeries } from '@/lib/presentation/charts/prepare-reliability'
import { ChartFrame } from './chart-frame'
import { MarkLink, useChartSize } from './chart-parts'
import { LinkedDrawing } from './linked-drawing'

/** Series differ by fill as well as by colour: published confidence is hollow. */
const looks: Record<ReliabilitySeries['key'], { color: string; isHollow: boolean }> = {
  published: { color: 'var(--v-prior)', isHollow: true },
  learned: { color: 'var(--v-current)', isHollow: false },
  forecast: { color: 'var(--v-current)', isHollow: false },
}

/** Predicted probability against the observed approval rate: one dot with its interval per bin, and the diagonal of perfect calibration. */
export function ReliabilityDiagram({ model }: { model: ReliabilityModel }) {
  if (model.series.length === 0)
    return (
      <section aria-label={model.title} className="min-w-0 border-t pt-4">
        <h2 className="text-base">{model.title}</h2>
        <ul className="mt-1 text-ink-2 text-sm">
          {model.missing.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
    )
  return (
    <ChartFrame
      title={model.title}
      summary={model.summary}
      table={model.table}
      reading="Dot: verdicts of about the same chance, larger for more. Whisker: where their share lies at 95%. Band: as near as noise alone would bring it."
    >
      <div className="grid max-w-[28rem] gap-3">
        <Drawing model={model} />
        <ul className="grid gap-1 text-sm">
          {model.series.map((series) => (
            <li key={series.key} className="flex items-start gap-2">
              <Swatch series={series.key} />
              <span>{series.words}</span>
            </li>
          ))}
          {model.missing.map((words) => (
            <li key={words} className="text-ink-3">
              {words}
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}

function Swatch({ series }: { series: ReliabilitySeries['key'] }) {
  const { color, isHollow } = looks[series]
  return (
    <span
      aria-hidden
      className={clsx('mt-1 size-2.5 shrink-0 rounded-full', isHollow && 'border-[1.5px]')}
      style={isHollow ? { borderColor: color } : { background: color }}
    />
  )
}

function Drawing({ model }: { model: ReliabilityModel }) {
  const { plot, ticks, series, band, width, height } = model
  const label = `${model.summary} ${series.map(({ words }) => words).join(' ')}`
  return (
    <LinkedDrawing label={label} viewBox={`0 0 ${width} ${height}`} className="w-full">
      <g aria-hidden>
        {ticks.map((tick) => (
          <g key={tick.label}>
            <line x1={plot.left} x2={plot.right} y1={tick.y} y2={tick.y} stroke="var(--line)" />
            <line x1={tick.x} x2={tick.x} y1={plot.top} y2={plot.bottom} stroke="var(--line)" />
            <text x={plot.left - 6} y={tick.y + 4} textAnchor="end" fill="var(--ink-3)">
              {tick.label}
            </text>
            <text x={tick.x} y={plot.bottom + 15} textAnchor="middle" fill="var(--ink-3)">
              {tick.label}
            </text>
          </g>
        ))}
        <text x={(plot.left + plot.right) / 2} y={plot.bottom + 32} textAnchor="middle" fill="var(--ink-2)">
          predicted chance
        </text>
        <text
          transform={`translate(${plot.left - 36} ${(plot.top + plot.bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          fill="var(--ink-2)"
        >
          share approved
        </text>
        {band && <polygon points={band} fill="var(--ink)" fillOpacity={0.06} />}
        <line x1={plot.left} y1={plot.bottom} x2={plot.right} y2={plot.top} stroke="var(--line-control)" />
      </g>
      {series.map(({ key, dots }) => (
        <g key={key}>
          {dots.map((dot) => (
            <Dot key={dot.key} dot={dot} series={key} />
          ))}
        </g>
      ))}
    </LinkedDrawing>
  )
}

function Dot({ dot, series }: { dot: ReliabilityDot; series: ReliabilitySeries['key'] }) {
  const { active } = useChartSize()
  const { color, isHollow } = looks[series]
  const drawing = (
    <>
      {active === dot.key && (
        <circle cx={dot.x} cy={dot.y} r={dot.r + 5} fill="none" stroke="var(--accent)" strokeWidth={2} />
      )}
      <circle cx={dot.x} cy={dot.y} r={12} fill="transparent" />
      <path d={`M${dot.x - 3} ${dot.high}h6m-3 0V${dot.low}m-3 0h6`} stroke={color} strokeWidth={1.25} fill="none" />
      <circle
        cx={dot.x}
        cy={dot.y}
        r={dot.r}
        fill={isHollow ? 'var(--paper)' : color}
        stroke={color}
        strokeWidth={1.5}
      />
    </>
  )
  return dot.href === null ? (
    <g>
      <title>{dot.title}</title>
      {drawing}
    </g>
  ) : (
    // The table and the enlarged view serve the keyboard.
    <MarkLink href={dot.href} title={dot.title} pointerOnly>
      {drawing}
    </MarkLink>
  )
}
