'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { MeanInterval } from '@/components/chains/mean-interval'
import { VersionState } from '@/components/chains/version-state'
import { Field } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { StatePanel } from '@/components/ui/state-panel'
import { chainHref, compareHref, versionHref } from '@/lib/charts/chain-href'
import { type ChangeSection, prepareVersionChanges, summariseChanges } from '@/lib/charts/prepare-version-changes'
import type { VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/format/number'
import { chainQueries } from '@/lib/queries/chains'
import { versionQueries } from '@/lib/queries/versions'
import { Changes } from './change-section'

type CompareScreenProps = { project: string; chain: string; a: string; b: string }

/** What changed from one version of a chain to another. */
export function CompareScreen({ project, chain, a, b }: CompareScreenProps) {
  const before = useSuspenseQuery(versionQueries.detail(project, { chain, version: a })).data.version
  const after = useSuspenseQuery(versionQueries.detail(project, { chain, version: b })).data.version
  const sections = prepareVersionChanges(before, after)
  return (
    <>
      <PageHeader
        title={`${a} to ${b}`}
        finding={summariseChanges(sections)}
        trail={
          <Link href={chainHref(project, chain)} className="link">
            {chain}
          </Link>
        }
      />
      <div className="grid gap-8">
        <Choice project={project} chain={chain} a={a} b={b} />
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {[before, after].map((version, place) => (
            <Side key={place === 0 ? 'before' : 'after'} project={project} version={version} />
          ))}
        </div>
        {sections.length === 0 ? (
          <StatePanel state="empty" title="Nothing to compare" compact>
            Neither version was published with a contract, criteria, graph, scenarios or executor.
          </StatePanel>
        ) : (
          <>
            {sections.filter(hasChanged).map((section) => (
              <Changes key={`${section.title} ${a} ${b}`} section={section} a={a} b={b} />
            ))}
            <Unchanged titles={sections.filter((section) => !hasChanged(section)).map(({ title }) => title)} />
          </>
        )}
      </div>
    </>
  )
}

function Choice({ project, chain, a, b }: CompareScreenProps) {
  const router = useRouter()
  const { versions } = useSuspenseQuery(chainQueries.detail(project, chain)).data.chain
  const options = versions.map(({ version }) => ({ value: version, label: version }))
  const go = (from: string, to: string) => router.replace(compareHref(project, chain, from, to))
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-2">
      <Field label="From">
        {({ id }) => <Select id={id} value={a} onChange={(version) => go(version, b)} options={options} />}
      </Field>
      <Field label="To">
        {({ id }) => <Select id={id} value={b} onChange={(version) => go(a, version)} options={options} />}
      </Field>
    </div>
  )
}

function Side({ project, version }: { project: string; version: VersionDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-3 text-sm">
      <Link href={versionHref(project, version.chain, version.version)} className="link font-medium">
        {version.version}
      </Link>
      <VersionState version={version} />
      <MeanInterval quality={version.quality} profile={version.profile} />
      <span className="text-ink-3">{formatPlural(version.quality.n, 'scored live run')}</span>
    </div>
  )
}

const hasChanged = ({ changes }: ChangeSection) => changes.length > 0

function Unchanged({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return <p className="border-t pt-4 text-ink-2 text-sm">Unchanged: {titles.join(', ').toLowerCase()}.</p>
}
