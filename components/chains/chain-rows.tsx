'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RowsEnd } from '@/components/ui/more-rows'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView } from '@/lib/contracts/chains'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount, MISSING } from '@/lib/presentation/format/number'
import { chainHref, runsHref } from '@/lib/presentation/links'
import { type ChainSearch, chainPage } from '@/lib/queries/chain-search'

const COLUMNS = 7

type MoreChainsProps = {
  project: string
  search: ChainSearch
  /** `next` of the page before. */
  cursor: string
  /** How many chains are above. */
  start: number
  /** How many pages are shown from here on. */
  pages: number
  onMore: () => void
}

/**
 * Rows of a page and of those after it. Each page is a query of its own that is only refetched while it is in view; if the page before
 * ends elsewhere meanwhile, this one follows it.
 */
export function MoreChains({ project, search, cursor, start, pages, onMore }: MoreChainsProps) {
  const { frame, isInView } = useInView()
  const { data, error, refetch } = useQuery({
    ...chainPage(project, search, cursor),
    enabled: isInView,
    placeholderData: keepPreviousData,
  })
  if (!data)
    return (
      <tbody ref={frame}>
        <tr>
          <td colSpan={COLUMNS} className="py-3 text-ink-3 text-sm">
            {error ? (
              <span className="flex items-center gap-3 text-ink" role="alert">
                The next chains could not be loaded.
                <Button size="sm" onClick={() => void refetch()}>
                  Try again
                </Button>
              </span>
            ) : (
              'Loading more chains…'
            )}
          </td>
        </tr>
      </tbody>
    )
  return (
    <>
      <TableBody ref={frame}>
        {data.chains.map((chain, index) => (
          <ChainRow key={chain.name} project={project} chain={chain} index={start + index} />
        ))}
        {data.next && pages === 1 && (
          <tr>
            <td colSpan={COLUMNS}>
              <RowsEnd onNear={onMore} />
            </td>
          </tr>
        )}
      </TableBody>
      {data.next && pages > 1 && (
        <MoreChains
          project={project}
          search={search}
          cursor={data.next}
          start={start + data.chains.length}
          pages={pages - 1}
          onMore={onMore}
        />
      )}
    </>
  )
}

/** Whether an element is in the viewport; true until that is known. */
function useInView() {
  const frame = useRef<HTMLTableSectionElement>(null)
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return { frame, isInView }
}

export function ChainRow({ project, chain, index }: { project: string; chain: ChainView; index: number }) {
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
  const row = newest && prepareVersionRow(chain, newest, project)
  const live = chain.versions.filter((version) => version.liveRuns > 0).length
  return (
    <TableRow data-row={index}>
      <TableCell className="max-w-44 max-sm:w-full max-sm:max-w-0 xl:max-w-56">
        <Link
          href={chainHref(project, chain.name)}
          title={chain.name}
          className="block truncate font-medium hover:underline"
        >
          {chain.name}
        </Link>
        <span className="block truncate text-ink-3 text-xs sm:hidden">{chain.newestVersion}</span>
        {row && (
          <span className="block text-xs sm:hidden">
            <StatusMark status={row.tone} word={row.verdict} isWrapped />
          </span>
        )}
      </TableCell>
      <TableCell className="max-sm:hidden">{newest ? <Newest chain={chain} newest={newest} /> : MISSING}</TableCell>
      <TableCell className="max-sm:align-top max-sm:leading-7">
        {newest && <MeanInterval version={newest} profile={chain.profile} />}
      </TableCell>
      <TableCell className="min-w-40 max-w-60 max-sm:hidden">
        {row && (
          <StatusMark status={row.tone} word={row.verdict} title={`${row.verdict}. ${row.verdictTitle}`} isWrapped />
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
          <span className="max-w-32 truncate text-ink-3 text-xs max-xl:hidden">
            {chain.servedVersion ?? 'nothing'} serves
          </span>
        </>
      )}
    </span>
  )
}
