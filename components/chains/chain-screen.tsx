'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { DropRows } from '@/components/pieces/drop-rows'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { PublishDialog } from '@/components/versions/publish-dialog'
import { compareHref } from '@/components/versions/version-href'
import { prepareDropRows, tellDrift } from '@/lib/charts/prepare-drop-rows'
import { prepareVersionLine } from '@/lib/charts/prepare-version-line'
import { prepareVersionRow } from '@/lib/charts/prepare-version-row'
import { runsHref } from '@/lib/charts/runs-href'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { formatPlural } from '@/lib/format/number'
import { chainQueries } from '@/lib/queries/chains'
import { ChainAuthorities } from './chain-authorities'
import { ChainSettings } from './chain-settings'
import { VersionLine } from './version-line'
import { VersionTable } from './version-table'

type ChainScreenProps = { project: string; name: string }

/** One chain: its versions against each other, and how its runs are judged. */
export function ChainScreen({ project, name }: ChainScreenProps) {
  const { chain } = useSuspenseQuery(chainQueries.detail(project, name)).data
  const [newest, before] = chain.versions
  return (
    <>
      <PageHeader
        title={chain.name}
        finding={findingOf(chain, project)}
        trail={
          <Link href={`/p/${encodeURIComponent(project)}/chains`} className="link">
            Chains
          </Link>
        }
        actions={
          <>
            <Button asChild>
              <Link href={runsHref(project, { chain: chain.name })}>{formatPlural(chain.runs, 'run')}</Link>
            </Button>
            {newest && before && (
              <Button asChild>
                <Link href={compareHref(project, chain.name, before.version, newest.version)}>Compare versions</Link>
              </Button>
            )}
            <PublishDialog project={project} chain={chain.name} newest={newest?.version ?? null} />
          </>
        }
      />
      {newest ? (
        <div className="grid gap-8">
          <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <VersionLine
              model={prepareVersionLine(chain, project)}
              narrow={prepareVersionLine(chain, project, 'narrow')}
            />
            <div className="grid content-start gap-8">
              <ChainSettings project={project} chain={chain} />
              <ChainAuthorities project={project} chain={chain} />
            </div>
          </div>
          <NewestChange project={project} chain={chain} newest={newest} />
          <VersionTable project={project} chain={chain} />
        </div>
      ) : (
        <StatePanel state="empty" title="No version yet">
          A version comes into being with the first run that names it.
        </StatePanel>
      )}
    </>
  )
}

type NewestChangeProps = { project: string; chain: ChainView; newest: VersionView }

/** How far the newest version moved, against the one before it, the best ever and the first. */
function NewestChange({ project, chain, newest }: NewestChangeProps) {
  const prior = chain.versions.find((version) => version.version === newest.comparedWith)
  const model = prepareDropRows(
    {
      chain: chain.name,
      threshold: chain.regressionThreshold,
      delta: newest.delta,
      odds: newest.odds,
      prior: prior ? { version: prior.version, ...prior.quality } : null,
      current: { version: newest.version, ...newest.quality },
      paired: null,
      drift: chain.drift,
    },
    project,
  )
  if (!model) return null
  return (
    <Panel title={`How far ${newest.version} moved`} note={prepareVersionRow(chain, newest, project).verdictTitle}>
      <div className="max-w-200">
        <DropRows model={model} drift={tellDrift(chain.drift, newest.comparedWith)} />
      </div>
    </Panel>
  )
}

function findingOf(chain: ChainView, project: string): string {
  const newest = chain.versions[0]
  const serves = chain.servedVersion ? `${chain.servedVersion} serves` : 'Nothing serves: every version is taken back'
  if (!newest) return serves
  const { verdict, tone } = prepareVersionRow(chain, newest, project)
  const words = tone === 'unknown' ? verdict.toLowerCase() : `${verdict.charAt(0).toLowerCase()}${verdict.slice(1)}`
  return newest.served ? `${serves}: ${words}.` : `${serves}. The newest, ${newest.version}: ${words}.`
}
