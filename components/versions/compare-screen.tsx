'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { chainHref } from '@/components/chains/chain-href'
import { MeanInterval } from '@/components/chains/mean-interval'
import { VersionState } from '@/components/chains/version-state'
import { Field } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { StatePanel } from '@/components/ui/state-panel'
import { type ChangeSection, prepareVersionChanges, summariseChanges } from '@/lib/charts/prepare-version-changes'
import type { VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/format/number'
import { chainQueries } from '@/lib/queries/chains'
import { versionQueries } from '@/lib/queries/versions'
import { compareHref, versionHref } from './version-href'

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
              <Section key={section.title} section={section} a={a} b={b} />
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
      <MeanInterval quality={version.quality} />
      <span className="text-ink-3">{formatPlural(version.quality.n, 'scored live run')}</span>
    </div>
  )
}

const hasChanged = ({ changes }: ChangeSection) => changes.length > 0

function Unchanged({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return <p className="border-t pt-4 text-ink-2 text-sm">Unchanged: {titles.join(', ').toLowerCase()}.</p>
}

function Section({ section: { title, changes }, a, b }: { section: ChangeSection; a: string; b: string }) {
  return (
    <Panel title={title}>
      <ul className="divide-y text-sm">
        {changes.map(({ path, from, to }) => (
          <li key={path} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(8rem,14rem)_1fr_1fr]">
            <code className="break-all font-mono text-xs">{path || title.toLowerCase()}</code>
            <Value label={a} value={from} sign="−" />
            <Value label={b} value={to} sign="+" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A value in one of the two versions; a sign beside the colour says on which side it stands. */
function Value({ label, value, sign }: { label: string; value: string | null; sign: '−' | '+' }) {
  if (value === null) return <span className="text-ink-3 text-xs">not in {label}</span>
  return (
    <span className="flex min-w-0 gap-1.5 font-mono text-xs">
      <span aria-hidden className={sign === '+' ? 'text-pass-fg' : 'text-fail-fg'}>
        {sign}
      </span>
      <span className="sr-only">In {label}: </span>
      <span className="min-w-0 break-all">{value.length > 2000 ? `${value.slice(0, 2000)}…` : value}</span>
    </span>
  )
}
