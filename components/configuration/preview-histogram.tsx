import type { PreviewModel } from '@/lib/charts/prepare-preview'

/** Runs by quality: filled as they would be, outlined as they are. */
export function PreviewHistogram({ model: { bins, peak, table } }: { model: PreviewModel }) {
  const height = (count: number) => `${(count / peak) * 100}%`
  return (
    <figure>
      <div className="flex h-20 items-end gap-px border-line-strong border-b" aria-hidden>
        {bins.map((bin) => (
          <div
            key={bin.range}
            className="relative h-full flex-1"
            title={`Quality ${bin.range}: ${bin.before} now, ${bin.after} then`}
          >
            <span className="absolute inset-x-0 bottom-0 bg-accent" style={{ height: height(bin.after) }} />
            <span
              className="absolute inset-x-0 bottom-0 border border-ink border-b-0 border-dashed"
              style={{ height: height(bin.before), visibility: bin.before > 0 ? 'visible' : 'hidden' }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1 flex justify-between text-ink-3 text-xs" aria-hidden>
        <span>0.00</span>
        <span>quality</span>
        <span>1.00</span>
      </div>
      <figcaption className="mt-1 flex gap-4 text-ink-3 text-xs">
        <span className="inline-flex items-center gap-1.5">
          <span className="inline-block size-2.5 border border-ink border-dashed" aria-hidden /> now
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="inline-block size-2.5 bg-accent" aria-hidden /> then
        </span>
      </figcaption>
      <table className="sr-only">
        <caption>Runs by quality, now and then</caption>
        <thead>
          <tr>
            {table.columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [range, now, then] }) => (
            <tr key={key}>
              <th scope="row">{range}</th>
              <td>{now}</td>
              <td>{then}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
