import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { Countdown } from '@/components/ui/time'
import { gateHref } from '@/lib/presentation/links'

type WaitingGateProps = {
  project: string
  gate: { id: string; deadlineAt: string }
  /** The key that opens it. */
  shortcut?: string
  label?: string
}

/** The gate that asks about a run and still waits, with its time left. */
export function WaitingGate({ project, gate, shortcut, label = 'Its gate waits' }: WaitingGateProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 font-normal text-sm">
      <Link href={gateHref(project, gate.id)} className="link">
        {label}
      </Link>
      {shortcut && <Kbd>{shortcut}</Kbd>}
      <Countdown compact deadlineAt={gate.deadlineAt} />
    </span>
  )
}
