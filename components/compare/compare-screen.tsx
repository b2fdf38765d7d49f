'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useQueryState } from 'nuqs'
import { useDeferredValue, useState } from 'react'
import type { Choice } from '@/components/domain-ui/choice-list'
import { RunPicker } from '@/components/domain-ui/pickers'
import { SearchBox } from '@/components/shell/search-box'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useGoTo } from '@/components/ui/go-to'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ShowMore } from '@/components/ui/show-more'
import { compareHref } from '@/lib/presentation/links'
import { comparableChains } from '@/lib/queries/chain-search'
import { compareSearchParsers } from '@/lib/queries/compare-search'

const RunsComparison = dynamic(orMissing(() => import('./runs-comparison'), 'RunsComparison'))
const VersionsComparison = dynamic(orMissing(() => import('./versions-comparison'), 'VersionsComparison'))

type ComparedSides = { kind: 'runs'; a: string; b: string } | { kind: 'versions'; chain: string; a: string; b: string }

/** Comparison of two runs or two versions. */
export function CompareScreen({ project, sides }: { project: string; sides: ComparedSides }) {
  return sides.kind === 'runs' ? (
    <RunsComparison project={project} a={sides.a} b={sides.b} />
  ) : (
    <VersionsComparison project={project} chain={sides.chain} a={sides.a} b={sides.b} />
  )
}

/** Choice of a comparison: a chain's newest version with the previous one, or two runs. */
export function ChooseSides({ project }: { project: string }) {
  const [text, setText] = useQueryState('text', compareSearchParsers.text.withOptions({ scroll: false }))
  const list = useSuspenseInfiniteQuery(comparableChains(project, useDeferredValue(text)))
  const chains = list.data.pages.flatMap((page) => page.chains)
  const several = chains.flatMap(({ name, versions, newestVersion }) => {
    const newest = versions.find(({ version }) => version === newestVersion)
    const before = newest?.comparedWith
    return newest && before ? [{ chain: name, a: before, b: newest.version }] : []
  })
  return (
    <>
      <PageHeader title="Compare" headline="Two versions of a chain, two runs, or two attempts, side by side." />
      <div className="grid gap-8 lg:grid-cols-2">
        <Panel
          title="Versions"
          note="The newest version of each chain against the one before it. You can pick any two there."
        >
          {(several.length > 0 || text !== null) && (
            <div className="mb-2">
              <SearchBox
                noun="chains"
                placeholder="Search chains"
                text={text}
                onChange={(typed) => void setText(typed)}
              />
            </div>
          )}
          {several.length === 0 ? (
            <p className="text-ink-2 text-sm">
              {text ? 'No chain of this name has two versions.' : 'No chain has two versions yet.'}
            </p>
          ) : (
            <ul className="divide-y border-y text-sm">
              {several.map(({ chain, a, b }) => (
                <li key={chain} className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
                  <Link
                    href={compareHref(project, { chain, version: a }, { chain, version: b })}
                    className="link wrap-anywhere font-medium"
                  >
                    {chain}
                  </Link>
                  <span className="wrap-anywhere text-ink-3">
                    {a} and {b}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {several.length === chains.length && (
            <ShowMore noun="chains" list={list} rows={chains.length} className="mt-3" />
          )}
        </Panel>
        <Panel title="Runs" note="Find two runs by their text or id, or select them in the run list.">
          <TwoRuns project={project} />
        </Panel>
      </div>
    </>
  )
}

function TwoRuns({ project }: { project: string }) {
  const goTo = useGoTo()
  const [runs, setRuns] = useState<{ a: Choice | null; b: Choice | null }>({ a: null, b: null })
  const { a, b } = runs
  const submit = () => {
    if (a && b) goTo(compareHref(project, { run: a.value }, { run: b.value }))
  }
  return (
    <Form isFree onSubmit={submit} className="grid gap-4">
      {(['a', 'b'] as const).map((side) => (
        <Field key={side} label={side === 'a' ? 'Baseline' : 'Compared with'}>
          {({ id }) => (
            <RunPicker
              id={id}
              project={project}
              value={runs[side]?.label ?? null}
              placeholder="Choose a run"
              onChange={(run) => setRuns({ ...runs, [side]: run })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" className="w-fit" disabled={!a || !b}>
        Compare
      </Button>
    </Form>
  )
}
