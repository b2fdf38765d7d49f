'use client'

import { useState } from 'react'
import { GateStateMark, StatusMark } from '@/components/domain-ui/status-mark'
import { MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { OpenGateButton } from '@/components/gates/open-gate-dialog'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { gateHref, versionHref } from '@/lib/presentation/links'

type VersionTableProps = {
  project: string
  chain: ChainView
  title: string
  note: string
  /** Accessible name of the table. */
  label: string
  versions: readonly VersionView[]
  /** Number of rows shown initially. */
  first: number
}

/** Table of versions with their verdicts and gates; more rows on demand. */
export function VersionTable({ project, chain, title, note, label, versions, first }: VersionTableProps) {
  const [shown, setShown] = useState(first)
  const left = versions.length - shown
  return (
    <Panel title={title} note={note}>
      <Table label={label}>
        <TableHead>
          <tr>
            <TableHeader>Version</TableHeader>
            <TableHeader className="max-sm:hidden">State</TableHeader>
            <TableHeader>Mean</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Change
            </TableHeader>
            <TableHeader>Verdict</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Runs
            </TableHeader>
            <TableHeader className="max-[1400px]:hidden">Checked against</TableHeader>
            <TableHeader numeric className="max-xl:hidden">
              Since
            </TableHeader>
            <TableHeader className="text-right max-sm:hidden">Gate</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {versions.slice(0, shown).map((version) => (
            <Version key={version.version} project={project} chain={chain} version={version} />
          ))}
        </TableBody>
      </Table>
      {left > 0 && (
        <Button className="mt-3" onClick={() => setShown(shown + MORE)}>
          Show {Math.min(MORE, left)} more of {versions.length}
        </Button>
      )}
    </Panel>
  )
}

const MORE = 50

type VersionProps = { project: string; chain: ChainView; version: VersionView }

function Version({ project, chain, version }: VersionProps) {
  const row = prepareVersionRow(chain, version, project)
  return (
    <TableRow>
      <TableCell className="max-w-48 truncate font-medium" title={version.version}>
        <Link href={versionHref(project, chain.name, version.version)} className="link">
          {version.version}
        </Link>
        <span className="mt-1 block sm:hidden">
          <VersionState version={version} />
        </span>
      </TableCell>
      <TableCell className="max-sm:hidden">
        <VersionState version={version} />
      </TableCell>
      <TableCell>
        <MeanInterval version={version} profile={chain.profile} />
      </TableCell>
      <TableCell
        numeric
        className="max-sm:hidden"
        title={version.comparedWith ? `Against ${version.comparedWith}` : undefined}
      >
        {row.changeText}
      </TableCell>
      <TableCell className="sm:min-w-40">
        <StatusMark status={row.tone} word={row.verdict} title={row.verdictTitle} isWrapped />
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        <Link href={row.href} className="link">
          {row.runsText}
        </Link>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-[1400px]:hidden">{checksOf(version)}</TableCell>
      <TableCell
        numeric
        className="text-ink-2 max-xl:hidden"
        title={version.publishedBy ? `By ${version.publishedBy}` : 'First seen with a run'}
      >
        <RelativeTime iso={version.publishedAt} />
      </TableCell>
      <TableCell className="text-right max-sm:hidden">
        {version.gate ? (
          <Link href={gateHref(project, version.gate.id)} className="hover:underline">
            <GateStateMark gate={version.gate} />
          </Link>
        ) : (
          <OpenGateButton isQuiet project={project} subject={{ chain: chain.name, version: version.version }} />
        )}
      </TableCell>
    </TableRow>
  )
}

function checksOf({ hasContract, hasCriteria }: VersionView): string {
  if (hasContract && hasCriteria) return 'Contract and criteria'
  if (hasContract) return 'Contract'
  return hasCriteria ? 'Criteria' : 'What each run brings'
}
