'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import {
  type ChangeSection,
  prepareVersionChanges,
  summariseChanges,
  type VersionChange,
} from '@/lib/presentation/charts/prepare-versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { startOf } from '@/lib/presentation/format/text'
import { queryOf } from '@/lib/queries/query-of'

type DefinitionChangesProps = { project: string; chain: string; a: string; b: string }

/** Differences between the published definitions of two versions. */
export function DefinitionChanges({ project, chain, a, b }: DefinitionChangesProps) {
  const [before, after] = [a, b].map((version) =>
    queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version }, { project }),
  ) as [VersionQuery, VersionQuery]
  const sections = prepareVersionChanges(useSuspenseQuery(before).data.version, useSuspenseQuery(after).data.version)
  if (sections.length === 0)
    return (
      <Panel title="Definition">
        <p className="text-ink-2 text-sm">
          Neither version has a published definition (contract, criteria, graph, scenarios or executor) to compare.
        </p>
      </Panel>
    )
  return (
    <>
      <Panel title="Definition" note={summariseChanges(sections)}>
        <Unchanged titles={sections.filter((section) => !hasChanged(section)).map(({ title }) => title)} />
      </Panel>
      {sections.filter(hasChanged).map((section) => (
        <Changes key={`${section.title} ${a} ${b}`} section={section} a={a} b={b} />
      ))}
    </>
  )
}

type VersionQuery = ReturnType<typeof queryOf<'GET /api/v1/chains/{chain}/versions/{version}'>>

const hasChanged = ({ changes }: ChangeSection) => changes.length > 0

function Unchanged({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return <p className="text-ink-2 text-sm">Unchanged: {titles.join(', ').toLowerCase()}.</p>
}

const SHOWN = 40
const MAX_ITEMS = 30
const MAX_CHARACTERS = 2000

type ChangesProps = { section: ChangeSection; a: string; b: string }

/** Changes in one section of a definition, by path. */
function Changes({ section: { title, changes }, a, b }: ChangesProps) {
  return (
    <Panel title={title} note={formatPlural(changes.length, 'change')}>
      <div
        aria-hidden
        className="hidden gap-x-4 pb-1 text-ink-3 text-xs sm:grid sm:grid-cols-[minmax(8rem,20rem)_1fr_1fr]"
      >
        <span />
        <span className="truncate">{a}</span>
        <span className="truncate">{b}</span>
      </div>
      <ShowAll items={changes} most={SHOWN} noun="change">
        {(shown) => (
          <ul className="divide-y border-t text-sm">
            {shown.map((change) => (
              <Change key={change.path} change={change} title={title} a={a} b={b} />
            ))}
          </ul>
        )}
      </ShowAll>
    </Panel>
  )
}

type ChangeProps = { change: VersionChange; title: string; a: string; b: string }

function Change({ change: { path, from, to, kept }, title, a, b }: ChangeProps) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(8rem,20rem)_1fr_1fr]">
      <span className="min-w-0">
        <code className="break-words font-mono text-xs [overflow-wrap:anywhere]">{path || title.toLowerCase()}</code>
        {kept !== null && kept > 0 && <span className="block text-ink-3 text-xs">{kept} others stay</span>}
      </span>
      <ChangedSide label={a} values={from} sign="−" isList={kept !== null} />
      <ChangedSide label={b} values={to} sign="+" isList={kept !== null} />
    </li>
  )
}

type ChangedSideProps = { label: string; values: readonly string[] | null; sign: '−' | '+'; isList: boolean }

/** Values of one version at a path; marked by a sign as well as by colour. */
function ChangedSide({ label, values, sign, isList }: ChangedSideProps) {
  if (values === null) return <span className="text-ink-3 text-xs">not in {label}</span>
  if (values.length === 0) return <span className="max-sm:hidden" />
  const more = values.length - MAX_ITEMS
  return (
    <span className="grid min-w-0 content-start gap-1 font-mono text-xs">
      <span className="sr-only">{isList ? `Only in ${label}: ` : `In ${label}: `}</span>
      {values.slice(0, MAX_ITEMS).map((value) => (
        <span key={value} className="flex min-w-0 gap-1.5">
          <span aria-hidden className={sign === '+' ? 'text-pass-fg' : 'text-fail-fg'}>
            {sign}
          </span>
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {value.length > MAX_CHARACTERS ? `${startOf(value, MAX_CHARACTERS)}…` : value}
          </span>
        </span>
      ))}
      {more > 0 && <span className="font-sans text-ink-3">and {more} more</span>}
    </span>
  )
}
