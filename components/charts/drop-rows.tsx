import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'
import type { DropRow, DropRowsModel } from '@/lib/presentation/charts/prepare-drop-rows'
import { useChartSize } from './chart-parts'
import { OpenLarge } from './open-large'

const share = (value: number) => `${value * 100}%`

type DropRowsProps = {
  model: DropRowsModel
  /** Warning that drops over several versions have added up; null if they have not. */
  drift: string | null
}

/** Changes of a version's mean, one row each, against zero and the limit. Left is worse. */
export function DropRows({ model, drift }: DropRowsProps) {
  return (
    <figure>
      {drift && (
        <Notice tone="review" title="Drift" className="mb-4">
          {drift}
        </Notice>
      )}
      <div className="relative mb-1 max-sm:pt-8">
        <div aria-hidden className="relative h-4 text-ink-3 text-xs sm:mr-36 sm:ml-52">
          <span className="absolute -translate-x-1/2" style={{ left: share(model.zero) }}>
            0
          </span>
          <span className="absolute -translate-x-full pr-1 text-fail-fg" style={{ left: share(model.limit.at) }}>
            {model.limit.label}
          </span>
        </div>
        <OpenLarge
          title="How far it moved"
          summary="Change of the mean. Left is worse."
          table={toTable(model)}
          className="absolute! right-0 bottom-0 max-sm:bottom-4"
        >
          <DropRows model={model} drift={drift} />
        </OpenLarge>
      </div>
      <ul className="divide-y border-y text-sm">
        {model.rows.map((row) => (
          <Row key={row.key} row={row} model={model} />
        ))}
      </ul>
      <figcaption className="mt-2 text-ink-3 text-xs">
        Dot: the change of the mean. Bar: its 90% interval. Left is worse; the dashed line is the limit of the rule.
      </figcaption>
    </figure>
  )
}

function toTable({ rows }: DropRowsModel): ChartTable {
  return {
    columns: [
      { label: 'Change' },
      { label: 'Of the mean', numeric: true },
      { label: 'Interval', numeric: true },
      { label: 'Of' },
    ],
    rows: rows.map(({ key, label, changeText, intervalText, basis, href }) => ({
      key,
      cells: [label, changeText, intervalText ?? '—', basis],
      href,
    })),
  }
}

function Row({ row, model }: { row: DropRow; model: DropRowsModel }) {
  const { active } = useChartSize()
  return (
    <li
      className={clsx(
        active === row.key && 'bg-selected',
        'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[12rem_1fr_8rem]',
      )}
    >
      <Link href={row.href} className="min-w-0 hover:underline">
        <span className="block break-words">{row.label}</span>
        <span className="block text-ink-3 text-xs">{row.basis}</span>
      </Link>
      <span className="text-right sm:order-last" title={row.exact}>
        <span className={clsx('block font-medium', row.isBeyond && 'text-fail-fg')}>{row.changeText}</span>
        {row.intervalText && <span className="block whitespace-nowrap text-ink-3 text-xs">{row.intervalText}</span>}
      </span>
      <span aria-hidden className="relative h-6 max-sm:col-span-2">
        <span className="absolute inset-y-0 w-px bg-line-control" style={{ left: share(model.zero) }} />
        <span
          className="absolute inset-y-0 border-fail border-l border-dashed"
          style={{ left: share(model.limit.at) }}
        />
        {row.bar && (
          <span
            className="absolute inset-y-2 min-w-0.5 rounded-xs bg-ink/20"
            style={{ left: share(row.bar.from), width: share(row.bar.to - row.bar.from) }}
          />
        )}
        <span
          className={clsx(
            'absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full',
            row.isBeyond ? 'bg-fail' : 'bg-ink',
          )}
          style={{ left: share(row.dot) }}
        />
      </span>
    </li>
  )
}
