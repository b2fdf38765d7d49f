'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useQueryStates } from 'nuqs'
import { useDeferredValue } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { SearchBox } from '@/components/shell/search-box'
import { Button } from '@/components/ui/button'
import { MoreRows, useShowMore } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { RowsEnd } from '@/components/ui/rows-end'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView } from '@/lib/contracts/chains'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount, formatPlural, MISSING } from '@/lib/presentation/format/number'
import { chainSortLabels } from '@/lib/presentation/labels/chains'
import { chainHref, runsHref } from '@/lib/presentation/links'
import { chainList, chainSearchParsers, toChainListInput } from '@/lib/queries/chain-search'

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
            <ExportMenu project={project} target="GET /api/v1/chains" input={toChainListInput(search)} />
            <Select
              label="Order"
              className="w-36"
              value={search.sort}
              onChange={(sort) => void change({ sort })}
              options={chainSorts.map((value) => ({ value, label: chainSortLabels[value] }))}
            />
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
      <PartBoundary fallback={<SkeletonRows rows={6} />}>
        <ChainList project={project} />
      </PartBoundary>
    </>
  )
}

/** Search and order in the URL. Each change adds a history entry. */
function useChainSearch() {
  const [search, change] = useQueryStates(chainSearchParsers, { history: 'push', scroll: false })
  return { search, change }
}

function ChainList({ project }: { project: string }) {
  const { search, change } = useChainSearch()
  const shown = useDeferredValue(search)
  const list = useSuspenseInfiniteQuery(chainList(project, shown))
  const chains = list.data.pages.flatMap((page) => page.chains)
  const showMore = useShowMore(list)
  if (chains.length === 0)
    return shown.text ? <NoMatches onClear={() => void change({ text: null })} /> : <NoChains project={project} />
  const total = formatPlural(list.data.pages[0]?.total ?? chains.length, 'chain')
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <p className="mb-1 min-h-7 text-ink-2 text-sm" role="status">
        {list.hasNextPage ? `The first ${formatCount(chains.length)} of ${total}` : total}
      </p>
      <Table label="Chains" aria-rowcount={list.hasNextPage ? -1 : chains.length + 1}>
        <TableHead>
          <tr>
            <TableHeader>Chain</TableHeader>
            <TableHeader className="max-sm:hidden">Newest version</TableHeader>
            <TableHeader>Mean</TableHeader>
            <TableHeader>Verdict</TableHeader>
            <TableHeader numeric className="max-xl:hidden">
              Versions
            </TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Runs
            </TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Last run
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {chains.map((chain) => (
            <ChainRow key={chain.name} project={project} chain={chain} />
          ))}
        </TableBody>
      </Table>
      {list.hasNextPage && <RowsEnd onNear={showMore} />}
      <MoreRows noun="chains" list={list} />
    </section>
  )
}

function ChainRow({ project, chain }: { project: string; chain: ChainView }) {
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
  const row = newest && prepareVersionRow(chain, newest, project)
  const live = chain.versions.filter((version) => version.liveRuns > 0).length
  return (
    <TableRow>
      <TableCell className="max-w-56 max-sm:max-w-28">
        <Link
          href={chainHref(project, chain.name)}
          title={chain.name}
          className="block truncate font-medium hover:underline"
        >
          {chain.name}
        </Link>
        <span className="block truncate text-ink-3 text-xs sm:hidden">{chain.newestVersion}</span>
      </TableCell>
      <TableCell className="max-sm:hidden">{newest ? <Newest chain={chain} newest={newest} /> : MISSING}</TableCell>
      <TableCell>{newest && <MeanInterval version={newest} profile={chain.profile} />}</TableCell>
      <TableCell className="min-w-40 max-w-60">
        {row && (
          <StatusMark
            status={row.tone}
            word={row.verdict}
            title={`${row.verdict}. ${row.verdictTitle}`}
            className="flex whitespace-normal!"
          />
        )}
      </TableCell>
      <TableCell numeric className="max-xl:hidden" title="Versions with live runs, of all">
        {live} of {chain.versions.length}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        <Link href={runsHref(project, { chain: chain.name })} className="link">
          {formatCount(chain.runs)}
        </Link>
      </TableCell>
      <TableCell numeric className="text-ink-2 max-sm:hidden">
        <RelativeTime iso={chain.lastRunAt} />
      </TableCell>
    </TableRow>
  )
}

/** The newest version, and the serving one if it is another. */
function Newest({ chain, newest }: { chain: ChainView; newest: ChainView['versions'][number] }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span className="max-w-32 truncate" title={newest.version}>
        {newest.version}
      </span>
      {!newest.served && (
        <>
          <VersionState version={newest} />
          <span className="max-w-32 truncate text-ink-3 text-xs">{chain.servedVersion ?? 'nothing'} serves</span>
        </>
      )}
    </span>
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
          <Link href={`/p/${encodeURIComponent(project)}`}>Send the first run</Link>
        </Button>
      }
    >
      A chain is created by its first run, and a version by the first run that names it.
    </StatePanel>
  )
}
