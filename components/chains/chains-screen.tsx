'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { Button } from '@/components/ui/button'
import { RowsEnd, useGrowingRows } from '@/components/ui/growing-rows'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView } from '@/lib/contracts/chains'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount, formatPlural, MISSING } from '@/lib/presentation/format/number'
import { chainHref, runsHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'

/** Page of a project's chains: the serving version, and the scores of the newest one. */
export function ChainsScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Chains"
        headline="What your agents run, by version. Each version is compared with the one before it."
        actions={<ExportMenu project={project} target="GET /api/v1/chains" input={{}} />}
      />
      <PartBoundary fallback={<SkeletonRows rows={6} />}>
        <ChainList project={project} />
      </PartBoundary>
    </>
  )
}

function ChainList({ project }: { project: string }) {
  const { chains } = useSuspenseQuery(queryOf('GET /api/v1/chains', {}, { project })).data
  const { shown, isCut, grow } = useGrowingRows(chains)
  if (chains.length === 0) return <NoChains project={project} />
  return (
    <>
      {isCut && (
        <p className="mb-1 text-ink-2 text-sm" role="status">
          The first {formatCount(shown.length)} of {formatPlural(chains.length, 'chain')}
        </p>
      )}
      <Table label="Chains" aria-rowcount={chains.length + 1}>
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
          {shown.map((chain) => (
            <ChainRow key={chain.name} project={project} chain={chain} />
          ))}
        </TableBody>
      </Table>
      {isCut && <RowsEnd shown={shown.length} onNear={grow} />}
    </>
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
