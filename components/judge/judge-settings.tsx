'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { FigureTile } from '@/components/domain-ui/figure-tile'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Progress } from '@/components/ui/progress'
import type { JudgeView } from '@/lib/contracts/judge'
import { formatCost, formatCount, formatPercent } from '@/lib/presentation/format/number'
import { projectHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { BreakerTable, JudgeCalls } from './judge-calls'
import { AddJudge } from './judge-dialogs'
import { JudgeList } from './judge-list'

/** Judge settings of a project: judges, spend, circuit breakers and calls. */
export function JudgeSettings({ project }: { project: string }) {
  const { data: judge } = useSuspenseQuery(queryOf('GET /api/v1/judge', {}, { project }))
  const isAdmin = useMyRole(project) === 'admin'
  const mayChange = useMay(project, 'admin')
  return (
    <>
      <PageDescription>
        The judge is a model that scores results 1 to 5 in a quality gate. Its score is one signal; it never decides for
        a person.
      </PageDescription>
      <div className="grid gap-10">
        {judge.isConfigured ? (
          <>
            {!judge.isEnabled && (
              <Notice tone="review" title="The judge is turned off" action={<ConfigurationLink project={project} />}>
                It is off in this project’s configuration. Quality gates return “unjudged” and nothing passes.
              </Notice>
            )}
            <JudgeList project={project} judge={judge} mayChange={mayChange} />
          </>
        ) : (
          <JudgeSetup project={project} isAdmin={isAdmin} />
        )}
        {(judge.isConfigured || judge.last30Days.calls > 0) && <JudgeSpend project={project} judge={judge} />}
        {(judge.isConfigured || judge.breakers.length > 0) && (
          <BreakerTable project={project} judge={judge} mayChange={mayChange} />
        )}
        {(judge.isConfigured || judge.last30Days.calls > 0) && <JudgeCalls project={project} />}
      </div>
    </>
  )
}

const ENVIRONMENT = `JUDGE_BASE_URL=https://judge.example.com/v1
JUDGE_MODEL=name-of-the-model
JUDGE_API_KEY=only-if-it-needs-one`

/** Instructions for connecting a judge, and what works without one. */
function JudgeSetup({ project, isAdmin }: { project: string; isAdmin: boolean }) {
  return (
    <Panel title="Connect a judge" actions={isAdmin && <AddJudge project={project} isPrimary />}>
      <div className="grid max-w-prose gap-4 text-sm">
        <Notice title="No judge configured">
          Everything else works. Quality gates run their pre-flight checks; what passes those is unjudged, and nothing
          passes unjudged.
        </Notice>
        <p>
          {isAdmin ? 'Add one here' : 'An admin of this project adds one here'}: any endpoint that speaks the protocol
          of OpenAI, Anthropic or Gemini. A judge for all projects is named where Veritas runs, and may be on the same
          machine:
        </p>
        <CodeBlock title="Environment" code={ENVIRONMENT} />
        <p className="text-ink-2">
          Set the prices of its tokens in the{' '}
          <Link href={projectHref(project, '/settings/configuration')} className="link">
            configuration
          </Link>
          , so that the daily cap can hold.
        </p>
      </div>
    </Panel>
  )
}

/** Calls and cost today and over 30 days, against the daily cap. */
function JudgeSpend({ project, judge }: { project: string; judge: JudgeView }) {
  const { today, last30Days, dailyCapUsd, hasPrices } = judge
  const used = today.costUsd + today.reservedUsd
  const share = dailyCapUsd > 0 ? used / dailyCapUsd : null
  const requests = last30Days.calls + last30Days.cacheHits
  return (
    <Panel
      title="Spend"
      note="Days begin at midnight UTC. Charged is the cost of a call, or its upper estimate if its tokens were not reported."
    >
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        <FigureTile label="Calls today" value={formatCount(today.calls)} count={failedLabel(today.failed)} />
        <FigureTile
          label="Charged today"
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
          label="Charged in 30 days"
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
          <Progress
            label="Charged of today's cap"
            share={Math.min(1, share)}
            tone={share >= 0.9 ? 'review' : 'accent'}
          />
          <p className="mt-1.5 text-ink-2 text-xs">
            {formatCost(used)} of today's {formatCost(dailyCapUsd)}. A call that does not fit is not made: its gate says
            unjudged.
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

function ConfigurationLink({ project }: { project: string }) {
  return (
    <Button size="sm" asChild>
      <Link href={projectHref(project, '/settings/configuration')}>Configuration</Link>
    </Button>
  )
}
