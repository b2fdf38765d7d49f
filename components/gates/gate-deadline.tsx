import { Timer } from 'lucide-react'
import { Countdown } from '@/components/ui/countdown'
import type { GateDetail } from '@/lib/contracts/gates'
import { ExtendGate } from './extend-gate'

type GateDeadlineProps = { project: string; detail: GateDetail }

/** Until when, and what happens then. */
export function GateDeadline({ project, detail }: GateDeadlineProps) {
  return (
    <div className="flex flex-wrap items-start gap-3 rounded-md border border-review-line bg-review-bg px-4 py-3">
      <Timer className="mt-0.5 size-4.5 shrink-0 text-review-fg" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm sm:text-md">
          <Countdown deadlineAt={detail.gate.deadlineAt} />
        </p>
        <p className="mt-0.5 text-ink-2 text-sm">At zero: {detail.consequences.timeout}</p>
      </div>
      {detail.mayExtend.allowed && <ExtendGate project={project} detail={detail} />}
    </div>
  )
}
