import { StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import type { WeeklyVersion } from '@/lib/contracts/weekly/compared'
import { formatInterval, formatListed, formatScore } from '@/lib/presentation/format/number'
import { versionStateLabels } from '@/lib/presentation/labels/chains'
import { gateStateText } from '@/lib/presentation/labels/gates'
import { isTooLittle, measuredText, shownMean, tooLittleText } from '@/lib/presentation/labels/measured'
import { weekNews } from '@/lib/presentation/labels/week'
import { compareHref, gateHref, versionHref } from '@/lib/presentation/links'
import { versionVerdict } from '@/lib/presentation/version-verdict'

const SHOWN = 8

type WeekVersionsProps = {
  project: string
  versions: readonly WeeklyVersion[]
  /** How many there are in all. */
  all: number
}

/** Versions that are new, changed their state, or are worse than the one before, with their verdict and gate. */
export function WeekVersions({ project, versions, all }: WeekVersionsProps) {
  if (versions.length === 0)
    return <p className="text-ink-2">No version is new, and none is worse than the one before it.</p>
  return (
    <>
      <ShowAll items={versions} most={SHOWN} noun="version">
        {(shown) => (
          <DataTable
            label="Versions of the week"
            headClass="static!"
            rows={shown}
            keyOf={({ chain, version }) => `${chain} ${version}`}
            columns={toColumns(project)}
          />
        )}
      </ShowAll>
      <p className="mt-2 text-ink-3 text-xs">
        {formatListed(versions.length, 'that are worse or new', all)} Mean and verdict are over all runs of a version
        until this page was made, as on the page of its chain.
      </p>
    </>
  )
}

function toColumns(project: string): readonly Column<WeeklyVersion>[] {
  return [
    {
      head: 'Version',
      isRowName: true,
      cellClass: 'max-w-56 max-sm:max-w-36',
      title: ({ chain, version }) => `${chain} ${version}`,
      cell: ({ chain, version }) => (
        <Link
          href={versionHref(project, chain, version)}
          className="wrap-anywhere line-clamp-2 font-medium hover:underline"
        >
          <span>{chain}</span> <span>{version}</span>
        </Link>
      ),
    },
    {
      head: 'This week',
      className: 'max-sm:hidden',
      cellClass: 'min-w-28 max-w-56 text-ink-2',
      cell: (row) => (
        <>
          {weekNews(row)}
          <span className="block text-ink-3 text-xs print:ml-2 print:inline">{versionStateLabels[row.state]} now</span>
        </>
      ),
    },
    {
      head: 'Mean',
      numeric: true,
      cell: ({ quality, measured }) => {
        const { mean, interval } = shownMean(quality, measured)
        return (
          <span title={isTooLittle(measured) ? tooLittleText(measured) : measuredText(measured)}>
            {`${formatScore(mean)} `}
            {interval && <span className="ml-2 text-ink-3 text-xs max-sm:hidden">{formatInterval(interval)}</span>}
          </span>
        )
      },
    },
    {
      head: 'Verdict',
      cell: (row) => {
        const { verdict, tone } = versionVerdict(row, row)
        const mark = <StatusMark status={tone} word={verdict} isWrapped />
        const { chain, version, comparedWith } = row
        return comparedWith === null ? (
          mark
        ) : (
          <Link
            href={compareHref(project, { chain, version: comparedWith }, { chain, version })}
            className="hover:underline"
          >
            {mark}
          </Link>
        )
      },
    },
    {
      head: 'Gate',
      className: 'max-sm:hidden',
      cell: ({ gate }) =>
        gate && (
          <Link href={gateHref(project, gate.id)} className="link">
            {gateStateText(gate)}
          </Link>
        ),
    },
  ]
}
