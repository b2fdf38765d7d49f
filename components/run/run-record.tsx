'use client'

import { PayloadView } from '@/components/domain-ui/payload-view'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { IssuesPanel } from './checks-panel'
import { FactsPanel, SourcesPanel } from './facts-panel'
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
