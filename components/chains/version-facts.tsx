'use client'

import { GateStateMark } from '@/components/domain-ui/gate-mark'
import { SettleRuns } from '@/components/domain-ui/settle-runs'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanConfidence, MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { DefinitionList } from '@/components/ui/definition-list'
import { JsonView } from '@/components/ui/json-view'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { VersionDetail } from '@/lib/contracts/versions'
import { prepareSettling } from '@/lib/presentation/charts/prepare-trial-progress'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { profileLabels } from '@/lib/presentation/labels/verdicts'
import { gateHref } from '@/lib/presentation/links'

type VersionFactsProps = { project: string; version: VersionDetail }

export function VersionFacts({ project, version }: VersionFactsProps) {
  const { executor, comparedWith, gate } = version
  const row = prepareVersionRow({ ...version, name: version.chain }, version, project)
  const isTakenBack = version.state === 'rolled_back' || version.state === 'halted'
  const items = [
    { term: 'State', value: <VersionState version={version} /> },
    { term: 'Mean of live runs', value: <MeanInterval version={version} profile={version.profile} isWhole /> },
    {
      term: 'Measured on',
      title: 'Scored live runs that were measured enough to be judged',
      value: (
        <Link href={row.liveHref} className="link">
          {row.meanOfText}
        </Link>
      ),
    },
    {
      term: 'Mean confidence',
      title: 'Of its newest 500 live runs, where they have signals',
      value: <MeanConfidence confidence={version.confidence} isWhole />,
    },
    ...(comparedWith === null
      ? []
      : [
          {
            term: `Against ${comparedWith}`,
            title: row.changeInterval ? 'Change of the mean, with its 90% interval' : 'Change of the mean',
            value: (
              <>
                {row.changeText}{' '}
                {row.changeInterval && <span className="ml-2 text-ink-3 text-xs">{row.changeInterval}</span>}
                {row.changeNote && <span className="block text-ink-3 text-xs">{row.changeNote}</span>}
              </>
            ),
          },
          {
            term: 'Verdict',
            value: <StatusMark status={row.tone} word={row.verdict} isWrapped />,
            title: row.verdictTitle,
          },
        ]),
    ...(gate
      ? [
          {
            term: 'Gate',
            value: (
              <Link href={gateHref(project, gate.id)} className="link">
                <GateStateMark gate={gate} />
              </Link>
            ),
          },
        ]
      : []),
    { term: 'Scoring profile', value: profileLabels[version.profile] },
    { term: 'Published by', value: version.publishedBy ?? 'Not published' },
    ...(version.author ? [{ term: 'Author', value: version.author, title: 'Does not decide on this version' }] : []),
    { term: version.publishedBy ? 'Published' : 'First seen', value: <AbsoluteTime iso={version.publishedAt} /> },
    { term: 'Executor', value: executorOf(executor) },
    ...(executor?.kind === 'http'
      ? [
          { term: 'Timeout', value: `${executor.timeoutSeconds} s` },
          {
            term: 'Headers',
            value: executor.headers.length > 0 ? executor.headers.join(', ') : 'none',
            title: 'Values are stored encrypted and never shown',
          },
        ]
      : []),
    { term: 'Scenarios', value: formatCount(version.scenarios.length) },
  ]
  return (
    <Panel title="Version">
      <DefinitionList items={items} />
      {comparedWith !== null && !isTakenBack && (
        <SettleRuns
          project={project}
          chain={version.chain}
          version={version.version}
          settling={prepareSettling({
            version: version.version,
            prior: comparedWith,
            minLiveRuns: version.minLiveRuns,
            n: version.quality.n,
            odds: version.odds,
          })}
        />
      )}
    </Panel>
  )
}

function executorOf(executor: VersionDetail['executor']): string {
  if (!executor) return 'The client that sends its runs'
  return executor.kind === 'local' ? 'A command: veritas run-trials' : (executor.url ?? executor.host)
}

/** Contract, criteria, graph and scenarios a version was published with. */
export function VersionDefinition({ version }: { version: VersionDetail }) {
  const { contract, criteria, graph, scenarios } = version
  if (!contract && !criteria && !graph && scenarios.length === 0)
    return (
      <Panel title="Contract and criteria">
        <p className="text-ink-2 text-sm">None published. Each run is checked against the contract it was sent with.</p>
      </Panel>
    )
  return (
    <>
      {contract && (
        <Panel title="Contract" note="What a run must output.">
          <JsonView value={contract} name="contract" />
        </Panel>
      )}
      {criteria && (
        <Panel title="Criteria" note="What the quality check tests.">
          <JsonView value={criteria} name="criteria" />
        </Panel>
      )}
      {graph && (
        <Panel title="Graph" note={`${formatPlural(graph.nodes.length, 'step')}, each with its dependencies.`}>
          <ul className="divide-y text-sm">
            {graph.nodes.map((node) => (
              <li key={node.id} className="flex flex-wrap gap-x-2 py-1.5">
                <span className="font-medium">{node.name ?? node.id}</span>
                {node.type && <span className="text-ink-3">{node.type}</span>}
                {node.dependencies.length > 0 && (
                  <span className="text-ink-2">after {node.dependencies.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {scenarios.length > 0 && (
        <Panel title="Scenarios" note="Tasks used by live and dry runs.">
          <JsonView
            value={Object.fromEntries(scenarios.map(({ name, request }) => [name, request ?? null]))}
            name="scenarios"
          />
        </Panel>
      )}
    </>
  )
}
