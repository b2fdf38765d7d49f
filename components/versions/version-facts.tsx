'use client'

import Link from 'next/link'
import { MeanInterval } from '@/components/chains/mean-interval'
import { VersionState } from '@/components/chains/version-state'
import { gateHref } from '@/components/gates/gate-href'
import { GateStateMark } from '@/components/gates/gate-state-mark'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { VersionDetail } from '@/lib/contracts/versions'
import { profileLabels } from '@/lib/format/labels'
import { formatChange, formatPlural } from '@/lib/format/number'

type VersionFactsProps = { project: string; version: VersionDetail }

export function VersionFacts({ project, version }: VersionFactsProps) {
  const { executor, comparedWith, delta, gate } = version
  const items = [
    { term: 'State', value: <VersionState version={version} /> },
    { term: 'Mean of live runs', value: <MeanInterval quality={version.quality} /> },
    ...(comparedWith === null
      ? []
      : [{ term: `Against ${comparedWith}`, value: formatChange(delta === null ? null : -delta) }]),
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
    </Panel>
  )
}

function executorOf(executor: VersionDetail['executor']): string {
  if (!executor) return 'whoever sends its runs'
  return executor.kind === 'local' ? 'a command: veritas run-trials' : executor.url
}
