'use client'

import Link from 'next/link'
import { MeanInterval } from '@/components/chains/mean-interval'
import { VersionState } from '@/components/chains/version-state'
import { gateHref } from '@/components/gates/gate-href'
import { GateStateMark } from '@/components/gates/gate-state-mark'
import { StatusMark } from '@/components/pieces/status-mark'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { prepareSettling } from '@/lib/charts/prepare-settling'
import { prepareVersionRow } from '@/lib/charts/prepare-version-row'
import type { VersionDetail } from '@/lib/contracts/versions'
import { profileLabels } from '@/lib/format/labels'
import { formatChange, formatPlural } from '@/lib/format/number'
import { SettleRuns } from './settle-runs'

type VersionFactsProps = { project: string; version: VersionDetail }

export function VersionFacts({ project, version }: VersionFactsProps) {
  const { executor, comparedWith, delta, gate } = version
  const row = prepareVersionRow({ ...version, name: version.chain }, version, project)
  const isTakenBack = version.state === 'rolled_back' || version.state === 'halted'
  const items = [
    { term: 'State', value: <VersionState version={version} /> },
    { term: 'Mean of live runs', value: <MeanInterval quality={version.quality} profile={version.profile} /> },
    ...(comparedWith === null
      ? []
      : [
          { term: `Against ${comparedWith}`, value: formatChange(delta === null ? null : -delta) },
          {
            term: 'Verdict',
            value: <StatusMark status={row.tone} word={row.verdict} className="flex whitespace-normal!" />,
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
    { term: 'Quality is', value: profileLabels[version.profile] },
    { term: 'Published by', value: version.publishedBy ?? 'nobody: runs named it' },
    ...(version.author ? [{ term: 'Author', value: version.author, title: 'Does not decide on this version' }] : []),
    { term: version.publishedBy ? 'Published' : 'First seen', value: <AbsoluteTime iso={version.publishedAt} /> },
    { term: 'Run by', value: executorOf(executor) },
    ...(executor?.kind === 'http'
      ? [
          { term: 'May take', value: `${executor.timeoutSeconds} s` },
          {
            term: 'Headers',
            value: executor.headers.length > 0 ? executor.headers.join(', ') : 'none',
            title: 'Their values are stored sealed and not shown',
          },
        ]
      : []),
    { term: 'Scenarios', value: formatPlural(version.scenarios.length, 'scenario') },
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
  if (!executor) return 'whoever sends its runs'
  return executor.kind === 'local' ? 'a command: veritas run-trials' : executor.url
}
