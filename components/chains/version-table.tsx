'use client'

import { type ReactNode, useState } from 'react'
import { GateStateMark } from '@/components/domain-ui/gate-mark'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { MeanConfidence, MeanInterval, VersionState } from '@/components/domain-ui/version-marks'
import { OpenGateButton } from '@/components/gates/open-gate-button'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import { formatCount } from '@/lib/presentation/format/number'
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
  /** Follows the table once it shows all of these versions. */
  children?: ReactNode
}

/** Table of versions with their verdicts and gates; more rows on demand. */
export function VersionTable({ project, chain, title, note, label, versions, first, children }: VersionTableProps) {
  const [shown, setShown] = useState(first)
  const left = versions.length - shown
  return (
    <Panel title={title} note={note}>
      <DataTable
        label={label}
        columns={toColumns(project, chain)}
        rows={versions.slice(0, shown)}
        keyOf={({ version }) => version}
      />
      {left > 0 ? (
        <Button className="mt-3" onClick={() => setShown(left > MORE ? shown + MORE : Number.POSITIVE_INFINITY)}>
          Show {Math.min(MORE, left)} more of {formatCount(versions.length)}
        </Button>
      ) : (
        children
      )}
    </Panel>
  )
}

const MORE = 50

function toColumns(project: string, chain: ChainView): readonly Column<VersionView>[] {
  const rowOf = (version: VersionView) => prepareVersionRow(chain, version, project)
  return [
    {
      head: 'Version',
      isRowName: true,
      cellClass: 'max-w-32 truncate font-medium sm:max-w-48',
      title: ({ version }) => version,
      cell: (version) => (
        <>
          <Link href={versionHref(project, chain.name, version.version)} className="link">
            {version.version}
          </Link>
          <span className="mt-1 block sm:hidden">
            <VersionState version={version} />
          </span>
        </>
      ),
    },
    { head: 'State', className: 'max-sm:hidden', cell: (version) => <VersionState version={version} /> },
    { head: 'Quality', cell: (version) => <MeanInterval version={version} profile={chain.profile} /> },
    {
      head: 'Confidence',
      numeric: true,
      className: 'max-xl:hidden',
      cell: ({ confidence }) => <MeanConfidence confidence={confidence} />,
    },
    {
      head: 'Change',
      numeric: true,
      className: 'max-sm:hidden',
      title: ({ comparedWith }) => comparedWith && `Against ${comparedWith}`,
      cell: (version) => {
        const { changeText, changeNote } = rowOf(version)
        return (
          <>
            {changeText}
            {changeNote && <span className="block whitespace-normal text-ink-3 text-xs">{changeNote}</span>}
          </>
        )
      },
    },
    {
      head: 'Verdict',
      cellClass: 'min-w-28 sm:min-w-40',
      cell: (version) => {
        const { tone, verdict, verdictTitle } = rowOf(version)
        return <StatusMark status={tone} word={verdict} title={verdictTitle} isWrapped />
      },
    },
    {
      head: 'Runs',
      numeric: true,
      className: 'max-sm:hidden',
      cell: (version) => (
        <Link
          href={rowOf(version).href}
          className="link"
          aria-label={`${rowOf(version).runsText}, runs of ${version.version}`}
        >
          {rowOf(version).runsText}
        </Link>
      ),
    },
    {
      head: 'Checked against',
      className: 'max-[1400px]:hidden',
      cellClass: 'whitespace-nowrap text-ink-2',
      cell: checksOf,
    },
    {
      head: 'Since',
      numeric: true,
      className: 'max-xl:hidden',
      cellClass: 'text-ink-2',
      title: ({ publishedBy }) => (publishedBy ? `By ${publishedBy}` : 'First seen with a run'),
      cell: ({ publishedAt }) => <RelativeTime iso={publishedAt} />,
    },
    {
      head: 'Gate',
      className: 'text-right max-sm:hidden',
      cell: ({ gate, version }) =>
        gate ? (
          <Link href={gateHref(project, gate.id)} className="hover:underline">
            <GateStateMark gate={gate} />
          </Link>
        ) : (
          <OpenGateButton isQuiet project={project} subject={{ chain: chain.name, version }} />
        ),
    },
  ]
}

function checksOf({ hasContract, hasCriteria }: VersionView): string {
  if (hasContract && hasCriteria) return 'Contract and criteria'
  if (hasContract) return 'Contract'
  return hasCriteria ? 'Criteria' : 'What each run brings'
}
