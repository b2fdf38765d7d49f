import { labelHalo, MarkLink } from '@/components/charts/chart-parts'
import { LinkedDrawing } from '@/components/charts/linked-drawing'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { prepareWeekTrend } from '@/lib/presentation/charts/prepare-week-movers'

type WeekTrendProps = { project: string; report: Pick<WeeklyReport, 'history'> }

/** As in the drawing; fewer weeks make it narrower, so that its letters stay of one size. */
const SIZE = { axis: 40, week: 75, character: 6, gap: 8, leastWeeks: 3 }
const HEIGHT = 150
const BOTTOM = HEIGHT - 34
const TOP = 18

/** Chart of the weekly means with their intervals, each linked to its runs. Plain SVG, so that it prints well. */
export function WeekTrend({ project, report }: WeekTrendProps) {
  const { weeks, summary, low, high } = prepareWeekTrend(report.history, project)
  const longest = Math.max(0, ...weeks.map(({ runsText }) => runsText.length))
  const step = Math.max(SIZE.week, longest * SIZE.character + SIZE.gap)
  const width = SIZE.axis + Math.max(SIZE.leastWeeks, weeks.length) * step
  const x = (place: number) => SIZE.axis + (place + 0.5) * ((width - SIZE.axis) / weeks.length)
  const y = (value: number) => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP)
  const known = weeks.flatMap((week, place) => (week.mean === null ? [] : [`${x(place)},${y(week.mean)}`]))
  return (
    <figure>
      <figcaption className="mb-2 text-ink-2 text-sm">{summary}</figcaption>
      {/* Reversed, so that it starts scrolled to the newest week where all do not fit. */}
      <div className="flex flex-row-reverse overflow-x-auto">
        <LinkedDrawing
          label={summary}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          style={{ minWidth: width * 0.9, maxWidth: width * 1.2 }}
          className="mr-auto w-full shrink-0"
        >
          {[low, high].map((value) => (
            <g key={value} aria-hidden>
              <line x1={SIZE.axis} x2={width} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              <text x={32} y={y(value) + 4} textAnchor="end" fill="var(--ink-3)">
                {value.toFixed(1)}
              </text>
            </g>
          ))}
          <polyline points={known.join(' ')} fill="none" stroke="var(--v-current)" strokeWidth={1.5} />
          {weeks.map((week, place) => (
            <g key={week.week}>
              <MarkLink href={week.href} title={`${week.label}: ${week.meanText}, ${week.runsText}`}>
                <rect x={x(place) - 24} y={0} width={48} height={HEIGHT} fill="transparent" />
                {week.interval && (
                  <line
                    x1={x(place)}
                    x2={x(place)}
                    y1={y(week.interval[0])}
                    y2={y(week.interval[1])}
                    stroke="var(--v-current)"
                    strokeOpacity={0.35}
                    strokeWidth={5}
                  />
                )}
                {week.mean !== null && <circle cx={x(place)} cy={y(week.mean)} r={3.5} fill="var(--v-current)" />}
              </MarkLink>
              {/* Beside the link, whose name has these words in its own order. */}
              <g pointerEvents="none" textAnchor="middle" aria-hidden>
                {week.mean !== null && (
                  <text x={x(place)} y={y(week.mean) - 9} fill="var(--ink)" fontWeight={500} {...labelHalo}>
                    {week.meanText}
                  </text>
                )}
                <text x={x(place)} y={HEIGHT - 16} fill="var(--ink-2)">
                  {week.label}
                </text>
                <text x={x(place)} y={HEIGHT - 3} fill="var(--ink-3)">
                  {week.runsText}
                </text>
              </g>
            </g>
          ))}
        </LinkedDrawing>
      </div>
    </figure>
  )
}
