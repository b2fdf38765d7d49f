'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { gateHref } from '@/components/gates/gate-href'
import { OpenGateButton } from '@/components/gates/open-gate-dialog'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { chainHref, compareHref } from '@/lib/charts/chain-href'
import { runsHref } from '@/lib/charts/runs-href'
import type { VersionDetail } from '@/lib/contracts/versions'
import { versionStateLabels } from '@/lib/format/chain-labels'
import { formatPlural } from '@/lib/format/number'
import { versionQueries } from '@/lib/queries/versions'
import { PromoteButton } from './promote-button'
import { TrialsPanel } from './trials-panel'
import { VersionFacts } from './version-facts'
import { VersionHistory } from './version-history'
import { VersionPromise } from './version-promise'

type VersionScreenProps = { project: string; chain: string; version: string }

/** One version: how it stands, the runs it is tried with, what it promises, and its history. */
export function VersionScreen({ project, chain, version: name }: VersionScreenProps) {
  const { version } = useSuspenseQuery(versionQueries.detail(project, { chain, version: name })).data
  return (
    <>
      <PageHeader
        title={version.version}
        finding={findingOf(version)}
        trail={
          <Link href={chainHref(project, chain)} className="link">
            {chain}
          </Link>
        }
        actions={
          <>
            <Button asChild>
              <Link href={runsHref(project, { chain, version: name })}>{formatPlural(version.runs, 'run')}</Link>
            </Button>
            {version.comparedWith && (
              <Button asChild>
                <Link href={compareHref(project, chain, version.comparedWith, name)}>
                  Changes since {version.comparedWith}
                </Link>
              </Button>
            )}
            {version.state === 'candidate' && version.gate?.state !== 'pending' && (
              <PromoteButton project={project} version={version} />
            )}
            {version.gate?.state === 'pending' ? (
              <Button variant="primary" asChild>
                <Link href={gateHref(project, version.gate.id)}>Decide its gate</Link>
              </Button>
            ) : (
              <OpenGateButton project={project} subject={{ chain, version: name }} />
            )}
          </>
        }
      />
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-8">
          <TrialsPanel
            project={project}
            chain={chain}
            version={name}
            isTakenBack={version.state === 'rolled_back' || version.state === 'halted'}
          />
          <VersionPromise version={version} />
        </div>
        <div className="grid content-start gap-8">
          <VersionFacts project={project} version={version} />
          <VersionHistory project={project} version={version} />
        </div>
      </div>
    </>
  )
}

const standings: Partial<Record<VersionDetail['state'], string>> = {
  candidate: 'A candidate: tried and compared with what serves, and not serving itself.',
}

const UNPUBLISHED = 'A candidate that nobody has published: compared with what serves, and not serving itself.'

function findingOf({ served, state, publishedBy, notes }: VersionDetail): string {
  const onTrial = state === 'candidate' && publishedBy === null ? UNPUBLISHED : standings[state]
  const standing = served ? 'It serves.' : (onTrial ?? `${versionStateLabels[state]}: it does not serve.`)
  return notes ? `${standing} ${notes}` : standing
}
