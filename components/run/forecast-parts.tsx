import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { SkeletonRows } from '@/components/ui/skeleton'
import { AbsoluteTime } from '@/components/ui/time'
import { prepareForecastParts } from '@/lib/presentation/charts/prepare-predictions'
import { queryOf } from '@/lib/queries/query-of'

/** How the forecast of a run adds up: every fact with its value, weight and effect, to the probability shown. */
export function ForecastParts({ project, runId }: { project: string; runId: string }) {
  const { data, error, refetch } = useQuery(queryOf('GET /api/v1/runs/{runId}/forecast', { runId }, { project }))
  if (error && !data)
    return <LoadProblem compact title="It could not be loaded" error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (!data.parts)
    return (
      <p className="mt-1 text-ink-2 text-xs">
        What was read from the trace has changed since fit {data.model.version} made this forecast, so that it cannot be
        derived again.
      </p>
    )
  return (
    <div className="mt-1 text-xs">
      <dl className="divide-y border-b">
        {prepareForecastParts(data.parts, data.probability).map(({ label, product, effect }) => (
          <div key={label} className="flex items-baseline justify-between gap-3 py-1">
            <dt className="min-w-0">
              {label} {product && <span className="whitespace-nowrap text-ink-3">{product}</span>}
            </dt>
            <dd className="shrink-0">{effect}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-3">
        A value counts standard deviations from the usual. Effects add up to the log-odds of approval; these are divided
        by {data.parts.divisor.toFixed(3)}, because few verdicts leave the weights uncertain, and turned into a chance
        by 1 / (1 + e⁻ˣ). By fit {data.model.version} of <AbsoluteTime iso={data.model.fittedAt} />.
      </p>
    </div>
  )
}
