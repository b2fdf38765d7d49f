import { clsx } from 'clsx'
import { StatusMark } from '@/components/domain-ui/status-mark'
import type { GateColumn, GateDot, GatePictureModel } from '@/lib/presentation/charts/prepare-gate-picture'
import { formatPlural } from '@/lib/presentation/format/number'
import { MarkLink } from './chart-parts'
import { NumbersTable } from './numbers-table'
import { OpenLarge } from './open-large'

type GatePictureProps = {
  model: GatePictureModel
  /** The same at the narrow size, for phones. */
  narrow: GatePictureModel
}

/** The evidence of a gate in one picture: prior against current runs, their means, and the line that decides. */
export function GatePicture({ model, narrow }: GatePictureProps) {
  return (
    <figure>
      <figcaption className="relative mb-3 pr-8">
        <OpenLarge title="Runs compared" summary={model.summary} table={model.table} className="absolute top-0 right-0">
          <GatePicture model={model} narrow={narrow} />
        </OpenLarge>
        <StatusMark status={model.tone} word={model.verdict} className="text-md [&_svg]:size-4.5" />
        <p className="mt-0.5 text-ink-2 text-sm">{model.summary}</p>
      </figcaption>
      <Drawing model={model} className="max-sm:hidden" />
      <Drawing model={narrow} className="sm:hidden" />
      {model.table.rows.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-sm text-ink-2 text-xs hover:text-ink">The runs as a table</summary>
          <div className="mt-2">
            <NumbersTable label="Runs compared" table={model.table} />
          </div>
        </details>
      )}
    </figure>
  )
}

function Drawing({ model, className }: { model: GatePictureModel; className: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing whose marks are links is a group with a name
    <svg
      role="group"
      aria-label={model.summary}
      viewBox={`0 0 ${model.width} ${model.height}`}
      className={clsx('w-full overflow-visible text-[11px]', className)}
    >
      <Grid model={model} />
      {model.pairs.map(({ key, ...ends }) => (
        <line key={key} {...ends} stroke="var(--line-control)" strokeOpacity={0.45} />
      ))}
      {model.prior && <Column column={model.prior} model={model} color="var(--v-prior)" side="prior" />}
      <Column column={model.current} model={model} color="var(--v-current)" side="current" />
      {model.line && <Limit line={model.line} model={model} />}
      {model.delta && <Delta delta={model.delta} model={model} />}
    </svg>
  )
}

function Grid({ model }: { model: GatePictureModel }) {
  return (
    <g aria-hidden>
      {model.gridlines.map((line) => (
        <g key={line.value}>
          <line x1={model.plot.left} x2={model.plot.right} y1={line.y} y2={line.y} stroke="var(--line)" />
          <text x={model.plot.left - 8} y={line.y + 4} textAnchor="end" fill="var(--ink-3)">
            {line.label}
          </text>
        </g>
      ))}
    </g>
  )
}

type ColumnProps = { column: GateColumn; model: GatePictureModel; color: string; side: 'prior' | 'current' }

function Column({ column, model, color, side }: ColumnProps) {
  const { x, mean, whisker } = column
  return (
    <g>
      {column.dots.map((dot) => (
        <Dot key={dot.runId} dot={dot} color={color} isHollow={side === 'prior'} />
      ))}
      {whisker && (
        <path
          d={`M${x - model.reach + 10} ${whisker.top}h12m-6 0V${whisker.bottom}m-6 0h12`}
          stroke={color}
          strokeWidth={1.25}
          fill="none"
        />
      )}
      {mean && (
        <>
          <line x1={x - model.reach} x2={x + model.reach} y1={mean.y} y2={mean.y} stroke={color} strokeWidth={2} />
          <text
            x={x - model.reach - 6}
            y={mean.y + 4}
            textAnchor="end"
            fill="var(--ink)"
            fontWeight={600}
            fontSize={13}
          >
            {mean.label}
          </text>
        </>
      )}
      <text x={x} y={model.plot.bottom + 20} textAnchor="middle" fill="var(--ink)" fontWeight={500} fontSize={13}>
        {column.version}
      </text>
      <text x={x} y={model.plot.bottom + 35} textAnchor="middle" fill="var(--ink-3)">
        {side}, {formatPlural(column.n, 'run')}
        {column.unscored > 0 ? `, ${column.unscored} not scored` : ''}
      </text>
    </g>
  )
}

function Dot({ dot, color, isHollow }: { dot: GateDot; color: string; isHollow: boolean }) {
  return (
    <MarkLink href={dot.href} title={dot.title}>
      <circle cx={dot.x} cy={dot.y} r={9} fill="transparent" />
      {dot.blocked ? (
        <path
          d={`M${dot.x - 3.5} ${dot.y - 3.5}l7 7m0 -7l-7 7`}
          stroke="var(--fail)"
          strokeWidth={2}
          strokeLinecap="round"
        />
      ) : (
        <circle
          cx={dot.x}
          cy={dot.y}
          r={3.75}
          fill={isHollow ? 'var(--paper)' : color}
          stroke={color}
          strokeWidth={1.5}
          className="group-hover:stroke-accent"
        />
      )}
    </MarkLink>
  )
}

function Limit({ line, model }: { line: { y: number; label: string }; model: GatePictureModel }) {
  const start = model.current.x - model.reach - 34
  return (
    <g>
      <line
        x1={start}
        x2={model.plot.right}
        y1={line.y}
        y2={line.y}
        stroke="var(--fail)"
        strokeWidth={1.25}
        strokeDasharray="5 3"
      />
      <text x={model.plot.right + 6} y={line.y + 4} fill="var(--fail-fg)">
        {line.label}
      </text>
    </g>
  )
}

function Delta({ delta, model }: { delta: { y1: number; y2: number; label: string }; model: GatePictureModel }) {
  const x = model.plot.right - 40
  return (
    <g>
      <line
        x1={model.current.x + model.reach}
        x2={x + 4}
        y1={delta.y1}
        y2={delta.y1}
        stroke="var(--v-prior)"
        strokeDasharray="2 2"
      />
      <path d={`M${x} ${delta.y1}V${delta.y2}`} stroke="var(--ink-2)" strokeWidth={1.25} />
      <circle cx={x} cy={delta.y2} r={2.5} fill="var(--ink-2)" />
      <text
        x={x}
        y={delta.y2 > delta.y1 ? delta.y2 + 17 : delta.y2 - 9}
        textAnchor="middle"
        fill="var(--ink)"
        fontWeight={600}
        fontSize={12}
        stroke="var(--paper)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {delta.label}
      </text>
    </g>
  )
}
