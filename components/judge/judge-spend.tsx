import { FigureTile } from '@/components/domain-ui/figure-tile'
import { navHref } from '@/components/shell/nav-items'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Progress } from '@/components/ui/progress'
import type { JudgeView } from '@/lib/contracts/judge'
import { formatCost, formatCount, formatPercent } from '@/lib/presentation/format/number'

/** Calls and cost today and over 30 days, against the daily cap. */
export function JudgeSpend({ project, judge }: { project: string; judge: JudgeView }) {
  const { today, last30Days, dailyCapUsd, hasPrices } = judge
  const used = today.costUsd + today.reservedUsd
  const share = dailyCapUsd > 0 ? used / dailyCapUsd : null
  const requests = last30Days.calls + last30Days.cacheHits
  return (
    <Panel title="Spend" note="Days begin at midnight UTC.">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        <FigureTile label="Calls today" value={formatCount(today.calls)} count={failedLabel(today.failed)} />
        <FigureTile
          label="Spent today"
          value={hasPrices ? formatCost(today.costUsd) : null}
          missing="No price is set"
          exact={`$${today.costUsd}`}
          count={today.reservedUsd > 0 ? `${formatCost(today.reservedUsd)} reserved by calls under way` : null}
        />
        <FigureTile
          label="Calls in 30 days"
          value={formatCount(last30Days.calls)}
          count={failedLabel(last30Days.failed)}
        />
        <FigureTile
          label="Spent in 30 days"
          value={hasPrices ? formatCost(last30Days.costUsd) : null}
          missing="No price is set"
          exact={`$${last30Days.costUsd}`}
        />
        <FigureTile
          label="Answered from the cache"
          value={requests === 0 ? null : formatPercent(last30Days.cacheHits / requests)}
          missing="Nothing was asked"
          count={`${formatCount(last30Days.cacheHits)} of ${formatCount(requests)} in 30 days`}
        />
      </div>
      {hasPrices && share !== null && (
        <div className="mt-5 max-w-xl">
          <Progress label="Spent of today's cap" share={Math.min(1, share)} tone={share >= 0.9 ? 'review' : 'accent'} />
          <p className="mt-1.5 text-ink-2 text-xs">
            {formatCost(used)} of today's {formatCost(dailyCapUsd)}. A call that does not fit is not made: its gate says
            unjudged. A call whose tokens were not reported counts with its upper estimate.
          </p>
        </div>
      )}
      {!hasPrices && judge.isConfigured && (
        <Notice
          className="mt-5 max-w-xl"
          tone="review"
          title="No price is set"
          action={<ConfigurationLink project={project} />}
        >
          The judge’s cost is unknown, so the daily cap of {formatCost(dailyCapUsd)} cannot hold. Set both prices with
          the judge or in the configuration; for a model that is free, leave them at 0.
        </Notice>
      )}
    </Panel>
  )
}

function failedLabel(failed: number): string {
  return failed === 0 ? 'none failed' : `${formatCount(failed)} gave no usable answer`
}

export function ConfigurationLink({ project }: { project: string }) {
  return (
    <Button size="sm" asChild>
      <Link href={navHref(project, '/settings/configuration')}>Configuration</Link>
    </Button>
  )
}
