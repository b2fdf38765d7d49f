'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { StatePanel } from '@/components/ui/state-panel'
import { PublishDialog } from '@/components/versions/publish-dialog'
import { compareHref } from '@/lib/charts/chain-href'
import { prepareVersionLine } from '@/lib/charts/prepare-version-line'
import { prepareVersionRow } from '@/lib/charts/prepare-version-row'
import { runsHref } from '@/lib/charts/runs-href'
import type { ChainView } from '@/lib/contracts/chains'
import { formatPlural } from '@/lib/format/number'
import { chainQueries } from '@/lib/queries/chains'
import { ChainAuthorities } from './chain-authorities'
import { ChainSettings } from './chain-settings'
import { NewestChange } from './newest-change'
import { VersionLine } from './version-line'
import { VersionTable } from './version-table'

type ChainScreenProps = { project: string; name: string }

/** One chain: its versions against each other, and how its runs are judged. */
export function ChainScreen({ project, name }: ChainScreenProps) {
  const { chain } = useSuspenseQuery(chainQueries.detail(project, name)).data
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
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
        actions={<Actions project={project} chain={chain} />}
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
          <Versions project={project} chain={chain} />
        </div>
      ) : (
        <StatePanel state="empty" title="No version yet">
          A version comes into being with the first run that names it.
        </StatePanel>
      )}
    </>
  )
}

type PartProps = { project: string; chain: ChainView }

function Actions({ project, chain }: PartProps) {
  const [newest, below] = chain.versions.filter(({ state }) => state !== 'candidate')
  const before = newest?.comparedWith ?? below?.version
  return (
    <>
      <Button asChild>
        <Link href={runsHref(project, { chain: chain.name })}>{formatPlural(chain.runs, 'run')}</Link>
      </Button>
      {newest && before && (
        <Button asChild>
          <Link href={compareHref(project, chain.name, before, newest.version)}>Compare versions</Link>
        </Button>
      )}
      <PublishDialog project={project} chain={chain.name} newest={chain.newestVersion} />
    </>
  )
}

/** What is tried apart from what was ever live; of the candidates those first that came last. */
function Versions({ project, chain }: PartProps) {
  const { candidate = [], live = [] } = Object.groupBy(chain.versions, ({ state }) =>
    state === 'candidate' ? 'candidate' : 'live',
  )
  return (
    <>
      {candidate.length > 0 && (
        <VersionTable
          project={project}
          chain={chain}
          title="Candidates"
          note="Latest first. Compared with what serves; none of them serves, and no gate opens by itself on them."
          label="Candidates of this chain"
          versions={candidate.toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt))}
          first={10}
        />
      )}
      {live.length > 0 && (
        <VersionTable
          project={project}
          chain={chain}
          title="Versions"
          note="Newest first. Only live runs count in a mean and in the verdict."
          label="Versions of this chain"
          versions={live}
          first={50}
        />
      )}
    </>
  )
}

function findingOf(chain: ChainView, project: string): string {
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
  if (newest?.state === 'candidate') return 'Nothing serves yet: it has candidates only.'
  const serves = chain.servedVersion ? `${chain.servedVersion} serves` : 'Nothing serves: every version is taken back'
  if (!newest) return serves
  const { verdict, tone } = prepareVersionRow(chain, newest, project)
  const words = tone === 'unknown' ? verdict.toLowerCase() : `${verdict.charAt(0).toLowerCase()}${verdict.slice(1)}`
  return newest.served ? `${serves}: ${words}.` : `${serves}. The newest, ${newest.version}: ${words}.`
}
