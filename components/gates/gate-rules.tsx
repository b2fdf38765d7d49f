import { type Status, StatusMark } from '@/components/domain-ui/status-mark'
import { Panel } from '@/components/ui/panel'
import { DataTable } from '@/components/ui/table'
import { AbsoluteTime } from '@/components/ui/time'
import type { GateDetail } from '@/lib/contracts/gates'
import { prepareGateHistory } from '@/lib/presentation/charts/prepare-gate-history'
import { type GateCriterion, prepareGatePolicy, prepareGateRules } from '@/lib/presentation/charts/prepare-gate-policy'

const outcomes: Record<GateCriterion['outcome'], { status: Status; word: string }> = {
  pass: { status: 'pass', word: 'Met' },
  fail: { status: 'fail', word: 'Not met' },
  unknown: { status: 'unknown', word: 'Cannot tell' },
  open: { status: 'review', word: 'Open' },
}

/** All rules with their expected and actual values, including those that are met. */
export function PolicyTable({ detail }: { detail: GateDetail }) {
  return (
    <Panel title="Policy" note="Rules advise; a person decides.">
      <DataTable
        label="Rules and results"
        headClass="static!"
        rows={[...prepareGatePolicy(detail.evidence), ...prepareGateRules(detail)]}
        keyOf={({ rule }) => rule}
        columns={[
          { head: 'Rule', isRowName: true, cell: ({ rule }) => rule },
          { head: 'Asked', cellClass: 'text-ink-2', cell: ({ asked }) => asked },
          { head: 'Seen', cell: ({ seen }) => seen },
          { head: 'Outcome', cell: ({ outcome }) => <StatusMark {...outcomes[outcome]} /> },
        ]}
      />
    </Panel>
  )
}

/** Append-only history of the gate. */
export function GateHistory({ detail }: { detail: GateDetail }) {
  return (
    <Panel title="History">
      <ol className="grid grid-cols-1 gap-3 border-l pl-4 text-sm">
        {prepareGateHistory(detail).map(({ id, at, text, until, reason }) => (
          <li key={id}>
            <p>
              {text}
              {until && (
                <>
                  {' '}
                  <AbsoluteTime iso={until} />
                </>
              )}
              <span className="text-ink-3">
                {' '}
                · <AbsoluteTime iso={at} />
              </span>
            </p>
            {reason && <p className="whitespace-pre-line break-words text-ink-2">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
