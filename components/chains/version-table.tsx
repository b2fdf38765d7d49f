import Link from 'next/link'
import { OpenGateButton } from '@/components/gates/open-gate-dialog'
import { StatusMark } from '@/components/pieces/status-mark'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { prepareVersionRow } from '@/lib/charts/prepare-version-row'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { MeanInterval } from './mean-interval'
import { VersionState } from './version-state'

type VersionTableProps = { project: string; chain: ChainView }

/** Every version with its verdict, and a gate to be opened on any of them. */
export function VersionTable({ project, chain }: VersionTableProps) {
  return (
    <Panel title="Versions" note="Newest first. Only live runs count in a mean and in the verdict.">
      <Table label="Versions of this chain">
        <TableHead>
          <tr>
            <TableHeader>Version</TableHeader>
            <TableHeader>State</TableHeader>
            <TableHeader>Mean</TableHeader>
            <TableHeader numeric>Change</TableHeader>
            <TableHeader>Verdict</TableHeader>
            <TableHeader numeric>Runs</TableHeader>
            <TableHeader className="max-[1400px]:hidden">Checked against</TableHeader>
            <TableHeader numeric className="max-xl:hidden">
              First seen
            </TableHeader>
            <TableHeader>
              <span className="sr-only">Gate</span>
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {chain.versions.map((version) => (
            <Version key={version.version} project={project} chain={chain} version={version} />
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}

function Version({ project, chain, version }: VersionTableProps & { version: VersionView }) {
  const row = prepareVersionRow(chain, version, project)
  return (
    <TableRow>
      <TableCell className="max-w-48 truncate font-medium" title={version.version}>
        {version.version}
      </TableCell>
      <TableCell>
        <VersionState version={version} />
      </TableCell>
      <TableCell>
        <MeanInterval quality={version.quality} />
      </TableCell>
      <TableCell numeric title={version.comparedWith ? `Against ${version.comparedWith}` : undefined}>
        {row.changeText}
      </TableCell>
      <TableCell className="min-w-40">
        <StatusMark status={row.tone} word={row.verdict} title={row.verdictTitle} className="flex whitespace-normal!" />
      </TableCell>
      <TableCell numeric>
        <Link href={row.href} className="link">
          {row.runsText}
        </Link>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-[1400px]:hidden">{checksOf(version)}</TableCell>
      <TableCell numeric className="text-ink-2 max-xl:hidden">
        <RelativeTime iso={version.publishedAt} />
      </TableCell>
      <TableCell className="text-right">
        <OpenGateButton project={project} subject={{ chain: chain.name, version: version.version }} />
      </TableCell>
    </TableRow>
  )
}

function checksOf({ hasContract, hasCriteria }: VersionView): string {
  if (hasContract && hasCriteria) return 'Contract and criteria'
  if (hasContract) return 'Contract'
  return hasCriteria ? 'Criteria' : 'What each run brings'
}
