'use client'

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useRowKeys } from '@/components/shell/row-keys'
import { SearchBox } from '@/components/shell/search-box'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RowsEnd, useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { DataTable } from '@/components/ui/table'
import { useFilters } from '@/components/ui/use-filters'
import type { OutputAt } from '@/lib/contracts/targets'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { chainSortLabels } from '@/lib/presentation/labels/chains'
import { projectHref } from '@/lib/presentation/links'
import {
  type ChainSearch,
  chainPage,
  chainSearchParsers,
  countCachedPages,
  toChainListInput,
} from '@/lib/queries/chain-search'
import { MoreChains, toChainColumns } from './chain-rows'

/** Page of a project's chains: the serving version, and the scores of the newest one. */
export function ChainsScreen({ project }: { project: string }) {
  const { search, change } = useChainSearch()
  return (
    <>
      <PageHeader
        title="Chains"
        headline="What your agents run, by version. Each version is compared with the one before it."
        className="mb-4!"
        actions={
          <>
            <Select
              label="Order"
              className="w-36"
              value={search.sort}
              onChange={(sort) => void change({ sort })}
              options={chainSorts.map((value) => ({ value, label: chainSortLabels[value] }))}
            />
            <ExportMenu project={project} target="GET /api/v1/chains" input={toChainListInput(search)} />
          </>
        }
      />
      <div className="mb-3">
        <SearchBox
          noun="chains"
          placeholder="Search names"
          text={search.text}
          onChange={(text) => void change({ text })}
        />
      </div>
      <PartBoundary fallback={<SkeletonRows rows={6} />} isSteady>
        <ChainList project={project} />
      </PartBoundary>
    </>
  )
}

const useChainSearch = () => useFilters(chainSearchParsers)

function ChainList({ project }: { project: string }) {
  const { search, change } = useChainSearch()
  const shown = useDeferredValue(search)
  const { data: first } = useSuspenseQuery(chainPage(project, shown))
  const total = first.total ?? first.chains.length
  useSpokenCount(shown, formatPlural(total, 'chain'))
  if (first.chains.length === 0)
    return shown.text ? <NoMatches onClear={() => void change({ text: null })} /> : <NoChains project={project} />
  return (
    <section aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
      <ChainTable key={`${shown.sort} ${shown.text}`} project={project} search={shown} first={first} total={total} />
    </section>
  )
}

type ChainTableProps = { project: string; search: ChainSearch; first: OutputAt<'GET /api/v1/chains'>; total: number }

function ChainTable({ project, search, first, total }: ChainTableProps) {
  const client = useQueryClient()
  const columns = toChainColumns(project)
  // Going back finds the list as long as it was left.
  const [pages, setPages] = useState(() => countCachedPages(client, project, search))
  const showMore = useCallback(() => setPages((before) => before + 1), [])
  const shown = Math.min(total, pages * first.chains.length)
  const frame = useRef<HTMLDivElement>(null)
  useRowKeys({ frame, count: shown, title: 'Chains', noun: 'chain' })
  return (
    <div ref={frame}>
      <p className="mb-1 flex min-h-7 items-center text-ink-2 text-sm">
        {shown < total
          ? `The first ${formatCount(shown)} of ${formatPlural(total, 'chain')}`
          : formatPlural(total, 'chain')}
      </p>
      <DataTable
        label="Chains"
        aria-rowcount={total + 1}
        columns={columns}
        rows={first.chains}
        keyOf={({ name }) => name}
        rowProps={(_, index) => ({ 'data-row': index })}
      >
        {first.next && pages > 1 && (
          <MoreChains
            project={project}
            search={search}
            columns={columns}
            cursor={first.next}
            start={first.chains.length}
            pages={pages - 1}
            onMore={showMore}
          />
        )}
      </DataTable>
      {first.next && pages === 1 && <RowsEnd onNear={showMore} />}
    </div>
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <StatePanel compact state="empty" title="No chains match" action={<Button onClick={onClear}>Clear search</Button>}>
      Only the names of chains are searched.
    </StatePanel>
  )
}

function NoChains({ project }: { project: string }) {
  return (
    <StatePanel
      state="empty"
      title="No chains yet"
      action={
        <Button variant="primary" asChild>
          <Link href={projectHref(project)}>Send the first run</Link>
        </Button>
      }
    >
      A chain is created by its first run, and a version by the first run that names it.
    </StatePanel>
  )
}
