import { StatusMark } from '@/components/pieces/status-mark'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHeader, TableRow } from '@/components/ui/table'
import { type GateCriterion, prepareGatePolicy } from '@/lib/charts/prepare-gate-policy'
import { prepareGateRules } from '@/lib/charts/prepare-gate-rules'
import type { GateDetail } from '@/lib/contracts/gates'

const words: Record<GateCriterion['outcome'], string> = { pass: 'Met', fail: 'Not met', unknown: 'Cannot tell' }

/** Every rule with what it asks and what was seen, those that are met as well. */
export function PolicyTable({ detail }: { detail: GateDetail }) {
  return (
    <Panel title="Policy" note="The rules advise. A person decides.">
      <Table label="Rules and what was seen">
        <thead>
          <tr>
            <TableHeader>Rule</TableHeader>
            <TableHeader>Asked</TableHeader>
            <TableHeader>Seen</TableHeader>
            <TableHeader>Outcome</TableHeader>
          </tr>
        </thead>
        <TableBody>
          {[...prepareGatePolicy(detail.evidence), ...prepareGateRules(detail)].map(
            ({ rule, asked, seen, outcome }) => (
              <TableRow key={rule}>
                <TableCell>{rule}</TableCell>
                <TableCell className="text-ink-2">{asked}</TableCell>
                <TableCell>{seen}</TableCell>
                <TableCell>
                  <StatusMark status={outcome} word={words[outcome]} />
                </TableCell>
              </TableRow>
            ),
          )}
        </TableBody>
      </Table>
    </Panel>
  )
}
