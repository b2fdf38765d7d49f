type TooltipRow = { label: string; value: string; color?: string; quiet?: boolean }

type ChartTooltipProps = { name: string; rows: readonly TooltipRow[]; note?: string }

/** What a mark says on hover. */
export function ChartTooltip({ name, rows, note }: ChartTooltipProps) {
  return (
    <div className="min-w-40 rounded-md bg-raised px-3 py-2 text-xs shadow-raised">
      <p className="mb-1 font-medium">{name}</p>
      <dl className="grid gap-0.5">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-1.5 text-ink-2">
              {row.color && <span className="size-2 rounded-[2px]" style={{ background: row.color }} />}
              {row.label}
            </dt>
            <dd className={row.quiet ? 'text-ink-2' : 'font-medium text-ink'}>{row.value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="mt-1 text-ink-3">{note}</p>}
    </div>
  )
}
