'use client'

import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import type { ComparedNode } from '@/lib/contracts/comparisons'
import { comparedMost } from '@/lib/contracts/limits'
import { comparedRuns, coveredRuns } from '@/lib/presentation/compare/compare-versions'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCount, formatPercent, MISSING } from '@/lib/presentation/format/number'
import { runsHref } from '@/lib/presentation/links'
import { nameClass, numberClass, type RowsProps, SHOWN, type SideId } from './comparison-tables'

/** Table of nodes with their failures, durations and tokens on both versions. */
export function NodeRows({ project, comparison, rows }: RowsProps<ComparedNode>) {
  const { a, b } = comparison
  const open = (filter: 'ran' | 'node') => (node: string, id: SideId) => ({
    href: runsHref(project, { ...comparedRuns(comparison, id), [filter]: node }),
    version: comparison[id].version,
  })
  const isReported = (of: 'durationMs' | 'tokens') =>
    rows.some(({ a, b }) => !isMissing(a?.[of]) || !isMissing(b?.[of]))
  const [hasTime, hasTokens] = [isReported('durationMs'), isReported('tokens')]
  return (
    <Panel
      title="Steps"
      note={`${a.version} first, then ${b.version}; of ${coveredRuns(comparison, comparedMost.steps)}. Runs and failed open all live runs of the version with that step.`}
    >
      <ShowAll items={rows} most={SHOWN} noun="step">
        {(shown) => (
          <DataTable
            label="Steps of both versions"
            rows={shown}
            keyOf={({ node }) => node}
            columns={[
              {
                head: 'Step',
                isRowName: true,
                cellClass: nameClass,
                title: ({ node }) => node,
                cell: ({ node, a: before, state }) => (
                  <>
                    <Link
                      href={runsHref(project, { ...comparedRuns(comparison, 'a', 'b'), ran: node })}
                      className="link"
                    >
                      {node}
                    </Link>{' '}
                    {state === 'missing' && (
                      <span className="ml-1 text-ink-3 text-xs">only in {before ? a.version : b.version}</span>
                    )}
                  </>
                ),
              },
              bothColumn('Runs', (side) => side.runs, formatCount, { className: 'max-sm:hidden', open: open('ran') }),
              bothColumn('Failed', (side) => side.failed / side.runs, formatPercent, {
                open: open('node'),
                cellClass: ({ state }) =>
                  clsx(state === 'worse' && 'font-medium text-fail-fg', state === 'better' && 'text-pass-fg'),
              }),
              hasTime && bothColumn('Time', (side) => side.durationMs, formatDuration),
              hasTokens && bothColumn('Tokens', (side) => side.tokens, formatCompact, { className: 'max-sm:hidden' }),
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

type Maybe = number | null | undefined

type BothOptions = Pick<Column<ComparedNode>, 'className' | 'cellClass'> & {
  /** The runs behind a value, and the version they are of. */
  open?: (node: string, id: SideId) => { href: string; version: string }
}

/** Values of both versions, linked to their runs unless they are 0; equal texts without a link are shown once. */
const bothColumn = (
  head: string,
  of: (side: NonNullable<ComparedNode['a']>) => Maybe,
  format: (value: Maybe) => string,
  { open, className, cellClass }: BothOptions = {},
): Column<ComparedNode> => ({
  head,
  numeric: true,
  className: clsx(numberClass, className),
  cellClass,
  cell: ({ node, a, b }) => {
    const [before, after] = [a, b].map((side) => side && of(side))
    const texts = [before, after].map((value) => (isMissing(value) ? MISSING : format(value)))
    if (texts[0] === texts[1] && !(open && (before || after)))
      return isMissing(before) ? <span className="text-ink-3">{MISSING}</span> : texts[0]
    const show = (id: SideId, value: Maybe, text = MISSING) => {
      if (!open || !value) return text
      const { href, version } = open(node, id)
      return (
        <Link href={href} aria-label={`${text}, ${head.toLowerCase()} of ${node} in ${version}`} className="link">
          {text}
        </Link>
      )
    }
    return (
      <>
        {show('a', before, texts[0])}
        <span className="text-ink-3"> to </span>
        {show('b', after, texts[1])}
      </>
    )
  },
})

const isMissing = (value: Maybe) => value === null || value === undefined
