'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanConfidence, MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RowsEnd } from '@/components/ui/more-rows'
import { type Column, RowCells, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView } from '@/lib/contracts/chains'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount, formatPlural, MISSING } from '@/lib/presentation/format/number'
import { chainHref, endedRunsHref } from '@/lib/presentation/links'
import { type ChainSearch, chainPage } from '@/lib/queries/chain-search'

type MoreChainsProps = {
  project: string
  search: ChainSearch
  columns: readonly Column<ChainView>[]
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
export function MoreChains({ project, search, columns, cursor, start, pages, onMore }: MoreChainsProps) {
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
          <td colSpan={columns.length} className="py-3 text-ink-3 text-sm">
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
      <tbody ref={frame}>
        {data.chains.map((chain, index) => (
          <TableRow key={chain.name} data-row={start + index}>
            <RowCells columns={columns} row={chain} />
          </TableRow>
        ))}
        {data.next && pages === 1 && (
          <tr>
            <td colSpan={columns.length}>
              <RowsEnd onNear={onMore} />
            </td>
          </tr>
        )}
      </tbody>
      {data.next && pages > 1 && (
        <MoreChains
          project={project}
          search={search}
          columns={columns}
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

export const toChainColumns = (project: string): readonly Column<ChainView>[] => [
  {
    head: 'Chain',
    isRowName: true,
    // Takes the remaining width, but has a minimum.
    cellClass: 'w-full min-w-24 max-w-0 xl:min-w-32',
    cell: (chain) => <ChainName project={project} chain={chain} />,
  },
  {
    head: 'Newest version',
    className: 'max-sm:hidden',
    cell: (chain) => {
      const newest = newestOf(chain)
      return newest ? <Newest chain={chain} newest={newest} /> : MISSING
    },
  },
  {
    head: 'Quality',
    cellClass: 'max-sm:align-top max-sm:leading-7',
    cell: (chain) => {
      const newest = newestOf(chain)
      return newest && <MeanInterval version={newest} profile={chain.profile} />
    },
  },
  {
    head: 'Confidence',
    numeric: true,
    className: 'max-xl:hidden',
    cell: (chain) => <MeanConfidence confidence={newestOf(chain)?.confidence ?? null} />,
  },
  {
    head: 'Verdict',
    className: 'max-sm:hidden',
    cellClass: 'min-w-40 max-w-60 lg:min-w-48 xl:min-w-64 xl:max-w-72',
    cell: (chain) => {
      const row = newestRow(chain, project)
      return (
        row && (
          <StatusMark status={row.tone} word={row.verdict} title={`${row.verdict}. ${row.verdictTitle}`} isWrapped />
        )
      )
    },
  },
  {
    head: 'Versions',
    numeric: true,
    className: 'max-2xl:hidden',
    title: () => 'Versions with live runs, of all',
    cell: ({ versions }) => `${versions.filter(({ liveRuns }) => liveRuns > 0).length} of ${versions.length}`,
  },
  {
    head: 'Runs',
    numeric: true,
    className: 'max-sm:hidden',
    cell: ({ name, runs }) => (
      <Link
        href={endedRunsHref(project, name)}
        className="link relative z-[1]"
        aria-label={`${formatPlural(runs, 'run')} of ${name}`}
      >
        {formatCount(runs)}
      </Link>
    ),
  },
  {
    head: 'Last run',
    numeric: true,
    className: 'max-sm:hidden',
    cellClass: 'text-ink-2',
    cell: ({ lastRunAt }) => <RelativeTime iso={lastRunAt} />,
  },
]

const newestOf = ({ versions, newestVersion }: ChainView) => versions.find(({ version }) => version === newestVersion)

function newestRow(chain: ChainView, project: string) {
  const newest = newestOf(chain)
  return newest && prepareVersionRow(chain, newest, project)
}

/** Name of a chain; on narrow screens with its newest version and verdict. */
function ChainName({ project, chain }: { project: string; chain: ChainView }) {
  const row = newestRow(chain, project)
  return (
    <>
      <Link
        href={chainHref(project, chain.name)}
        title={chain.name} // Above the drawings of its row, which are positioned.
        className="row-link block truncate font-medium after:z-[1]"
      >
        {chain.name}
      </Link>
      <span className="block truncate text-ink-3 text-xs sm:hidden">{chain.newestVersion}</span>
      {row && (
        <span className="block text-xs sm:hidden">
          <StatusMark status={row.tone} word={row.verdict} isWrapped />
        </span>
      )}
    </>
  )
}

/** The newest version, and the serving one if it is another. */
function Newest({ chain, newest }: { chain: ChainView; newest: ChainView['versions'][number] }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span className="max-w-20 truncate xl:max-w-32" title={newest.version}>
        {newest.version}
      </span>
      {!newest.served && (
        <>
          <VersionState version={newest} />
          <span className="max-w-32 truncate text-ink-3 text-xs max-2xl:hidden">
            {chain.servedVersion ?? 'nothing'} serves
          </span>
        </>
      )}
    </span>
  )
}
