import Link from 'next/link'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { GateRow } from '@/lib/contracts/gates'
import { MISSING } from '@/lib/format/number'
import { gateHref } from './gate-href'
import { GateStateMark } from './gate-state-mark'

type ClosedGatesProps = { project: string; gates: readonly GateRow[] }

/** The record: what was decided, by whom and why. */
export function ClosedGates({ project, gates }: ClosedGatesProps) {
  return (
    <Panel title="Closed">
      <Table label="Closed gates">
        <TableHead>
          <tr>
            <TableHeader>Outcome</TableHeader>
            <TableHeader>Gate</TableHeader>
            <TableHeader>Chain</TableHeader>
            <TableHeader>By</TableHeader>
            <TableHeader>Reason</TableHeader>
            <TableHeader numeric>When</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {gates.map((gate) => (
            <TableRow key={gate.id}>
              <TableCell>
                <GateStateMark gate={gate} />
              </TableCell>
              <TableCell className="max-w-96">
                <Link
                  href={gateHref(project, gate.id)}
                  className="block truncate font-medium hover:underline"
                  title={gate.title}
                >
                  {gate.title}
                </Link>
              </TableCell>
              <TableCell className="whitespace-nowrap text-ink-2">
                {gate.chain} {gate.version}
              </TableCell>
              <TableCell className="whitespace-nowrap">
                {gate.decidedBy ?? <span className="text-ink-3">The deadline</span>}
              </TableCell>
              <TableCell className="max-w-80 truncate text-ink-2" title={gate.reason ?? undefined}>
                {gate.reason ?? <span className="text-ink-3">{MISSING}</span>}
              </TableCell>
              <TableCell numeric className="text-ink-2">
                <RelativeTime iso={gate.decidedAt} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}
