import { StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { gateHref } from '@/lib/presentation/links'
import { gateVerdict } from './current-review'

type GateVerdictProps = { project: string; detail: Pick<RunDetail, 'signals' | 'gates'> }

/** A person's verdict on this run through a gate, with its comment; the computed decision is shown below it. */
export function GateVerdict({ project, detail: { signals, gates } }: GateVerdictProps) {
  const signal = gateVerdict(signals)
  if (!signal) return null
  const isRejection = signal.value === 0
  const gate = gates.find(({ state }) => state === (isRejection ? 'rejected' : 'approved'))
  return (
    <p className="mb-1">
      <StatusMark
        status={isRejection ? 'fail' : 'pass'}
        word={isRejection ? 'Rejected through a gate' : 'Approved through a gate'}
        className="font-semibold text-base"
      />{' '}
      <span className="text-ink-2">
        by {signal.by ?? 'someone'}, <RelativeTime iso={signal.recordedAt} />
        {signal.comment && `: “${signal.comment}”`}
        {gate && (
          <>
            {' '}
            <Link href={gateHref(project, gate.id)} className="link">
              Open the gate
            </Link>
          </>
        )}
      </span>
    </p>
  )
}
