import { RotateCw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { GateEvidence } from '@/lib/contracts/gates'
import { formatPlural, formatScore } from '@/lib/format/number'

type StaleEvidenceProps = { seen: GateEvidence; latest: GateEvidence; onReload: () => void }

/** The runs moved on while somebody was reading: nothing can be decided until they have seen it. */
export function StaleEvidence({ seen, latest, onReload }: StaleEvidenceProps) {
  return (
    <div className="sticky top-14 z-10 rounded-md bg-paper">
      <Notice
        tone="review"
        title="The evidence has changed since you opened it"
        action={
          <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onReload}>
            Reload
          </Button>
        }
      >
        {describeChange(seen, latest)} Reload and look again before you decide.
      </Notice>
    </div>
  )
}

function describeChange({ current: seen, run }: GateEvidence, { current: latest }: GateEvidence): string {
  if (run) return 'The run has moved.'
  const more = latest.n - seen.n
  const mean = `The mean of ${latest.version} is now ${formatScore(latest.mean)}.`
  return more > 0 ? `${formatPlural(more, 'more live run')} of ${latest.version} arrived. ${mean}` : mean
}
