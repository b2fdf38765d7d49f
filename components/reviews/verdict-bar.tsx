'use client'

import { Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import type { SignalView } from '@/lib/contracts/run-detail'
import { formatScore } from '@/lib/format/number'
import { RateDialog } from './rate-dialog'
import { RejectDialog } from './reject-dialog'
import { StandingChange } from './standing-change'
import { useVerdict } from './use-verdict'

type VerdictBarProps = { project: string; runId: string; signals: readonly SignalView[] }

/** A person's word on a run, always in reach: approve, reject with a reason, rate, and take it back. */
export function VerdictBar({ project, runId, signals }: VerdictBarProps) {
  const role = useMyRole(project)
  const [open, setOpen] = useState<'reject' | 'rate' | null>(null)
  const { standing, isPending, landed, give, takeBack } = useVerdict(project, runId, signals)
  const mayDecide = role === 'reviewer' || role === 'admin'
  const close = () => setOpen(null)
  const closeAnd = (then: () => void) => {
    close()
    then()
  }
  const approve = () => give({ verdict: 'approve' })
  useShortcuts(
    'This run',
    mayDecide
      ? [
          { keys: 'a', label: 'Approve', run: approve },
          { keys: 'r', label: 'Reject, with a reason', run: () => setOpen('reject') },
          { keys: 't', label: 'Rate from 0 to 1', run: () => setOpen('rate') },
          { keys: 'u', label: 'Take the verdict back', run: takeBack },
        ]
      : [],
  )
  return (
    <section
      aria-label="Your verdict"
      className="sticky bottom-14 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-64 text-sm" aria-live="polite">
        <StandingVerdict standing={standing} />
        {landed && <StandingChange before={landed.before} after={landed.after} />}
      </div>
      {mayDecide ? (
        <div className="flex flex-wrap gap-2">
          {standing && (
            <Button variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" disabled={isPending} onClick={takeBack}>
              Take back
            </Button>
          )}
          <Button shortcut="t" disabled={isPending} onClick={() => setOpen('rate')}>
            Rate
          </Button>
          <Button icon={<X aria-hidden />} shortcut="r" disabled={isPending} onClick={() => setOpen('reject')}>
            Reject
          </Button>
          <Button variant="primary" icon={<Check aria-hidden />} shortcut="a" pending={isPending} onClick={approve}>
            Approve
          </Button>
        </div>
      ) : (
        role !== null && (
          <p className="text-ink-2 text-sm">You are a viewer of this project: a reviewer or an admin gives verdicts.</p>
        )
      )}
      <RejectDialog
        isOpen={open === 'reject'}
        isPending={isPending}
        onClose={close}
        onReject={(reason, onTaken) => give({ verdict: 'reject', reason }, () => closeAnd(onTaken))}
      />
      <RateDialog
        isOpen={open === 'rate'}
        isPending={isPending}
        onClose={close}
        onRate={(rating, reason, onTaken) => give({ verdict: 'rate', rating, reason }, () => closeAnd(onTaken))}
      />
    </section>
  )
}

function StandingVerdict({ standing }: { standing: { value: number; by: string } | null }) {
  if (!standing) return <p className="text-ink-2">No person has decided on this run yet.</p>
  const word =
    standing.value === 1 ? 'Approved' : standing.value === 0 ? 'Rejected' : `Rated ${formatScore(standing.value)}`
  return (
    <p>
      <span className="font-medium">{word}</span> by {standing.by}. A new verdict replaces it.
    </p>
  )
}
