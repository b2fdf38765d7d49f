'use client'

import type { ReactNode } from 'react'
import { LongText } from '@/components/domain-ui/long-text'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { DefinitionList } from '@/components/ui/definition-list'
import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCost, formatCount, formatPlural, formatTokenPair, MISSING } from '@/lib/presentation/format/number'
import { kindLabels } from '@/lib/presentation/labels/runs'
import { IssuesPanel } from './checks-panel'
import { FeedbackPanel } from './history-panel'
import { ScoresPanel } from './scores-panel'

/** Further details of a run in collapsed panels: scores with their factors, issues, feedback, sources, facts and payloads. */
export function RunRecord({ detail }: { detail: RunDetail }) {
  const { run } = detail
  return (
    <div className="border-b">
      <ScoresPanel run={run} scores={detail.scores} />
      <IssuesPanel issues={detail.issues} hasContract={detail.contract !== undefined} />
      <FeedbackPanel feedback={detail.feedback} />
      <SourcesPanel sources={detail.sources} />
      <FactsPanel detail={detail} />
      <Panel isFolded title="As sent" note="Request and output">
        <div className="space-y-6">
          <PayloadView title="Output" name="output" value={detail.output} missing="No output was sent with this run." />
          <PayloadView
            title="Request"
            name="request"
            value={detail.request}
            missing="No request was sent with this run."
          />
        </div>
      </Panel>
    </div>
  )
}

/** Facts that the run reported, with its budget if it has one. */
function FactsPanel({ detail }: { detail: RunDetail }) {
  const { run, tokens, budget } = detail
  const against = (value: string, limit: string | null) => (limit === null ? value : `${value} of ${limit}`)
  return (
    <Panel isFolded title="Facts">
      <DefinitionList
        items={withoutMissing([
          { term: 'Started', value: detail.startedAt && <AbsoluteTime iso={detail.startedAt} /> },
          { term: 'Ended', value: detail.endedAt && <AbsoluteTime iso={detail.endedAt} /> },
          { term: 'Received', value: <AbsoluteTime iso={detail.receivedAt} /> },
          {
            term: 'Duration',
            value: against(
              formatDuration(run.durationMs),
              budget?.timeMs == null ? null : formatDuration(budget.timeMs),
            ),
          },
          {
            term: 'Tokens',
            value: against(formatCount(run.tokens), budget?.tokens == null ? null : formatCount(budget.tokens)),
            title: 'Total',
          },
          { term: 'Of these', value: formatTokenPair(tokens) },
          {
            term: 'Cost',
            value: against(
              run.costUsd === null ? 'not reported' : formatCost(run.costUsd),
              budget?.costUsd == null ? null : formatCost(budget.costUsd),
            ),
          },
          { term: 'Kind', value: kindLabels[run.kind] },
          { term: 'Sent by', value: detail.submittedVia },
        ])}
      />
      <Folded
        title={detail.contractFrom === 'version' ? 'Contract, of the chain version' : 'Contract'}
        value={detail.contract}
      />
      <Folded title="Criteria" value={detail.criteria} />
      <Folded title="Metadata" value={detail.metadata ?? undefined} />
    </Panel>
  )
}

type Fact = { term: string; value: ReactNode; title?: string }

/** Drops facts without a value. */
function withoutMissing(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ value }) => value !== null && value !== MISSING)
}

function Folded({ title, value }: { title: string; value: unknown }) {
  if (value === undefined || value === null) return null
  return (
    <details className="border-t py-1">
      <summary className="min-h-7 py-1 text-sm">{title}</summary>
      <JsonView value={value} className="pb-2" />
    </details>
  )
}

/** Sources the agent was given. Addresses are shown as text, not as links. */
function SourcesPanel({ sources }: { sources: RunDetail['sources'] }) {
  if (sources.length === 0) return null
  return (
    <Panel isFolded title="Sources" note={formatPlural(sources.length, 'source')}>
      <ul className="divide-y">
        {sources.map((source) => (
          <li key={source.id} className="py-1">
            <details>
              <summary className="min-h-7 py-1 text-sm">
                <span className="font-medium">{source.id}</span>
                {source.uri && <span className="min-w-0 break-all text-ink-3 text-xs">{source.uri}</span>}
              </summary>
              <div className="pb-2 pl-4">
                <LongText text={source.text} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
