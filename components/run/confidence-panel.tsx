import dynamic from 'next/dynamic'
import { ConfidenceBar } from '@/components/charts/confidence-bar'
import { Badge } from '@/components/ui/badge'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { rejectedBy } from '@/lib/presentation/labels/verdicts'
import { SignalItem } from './signal-item'

// Loaded lazily: few runs have any, and they are folded.
const PastSignals = dynamic(orMissing(() => import('./past-signals'), 'PastSignals'))

type ConfidencePanelProps = { detail: Pick<RunDetail, 'run' | 'signals' | 'vetoed'> }

export function ConfidencePanel({ detail: { run, signals, vetoed } }: ConfidencePanelProps) {
  const inForce = signals.filter((signal) => signal.inForce)
  const past = signals.filter((signal) => !signal.inForce)
  return (
    <Panel title="Confidence">
      <ConfidenceBar model={prepareConfidenceBar(run)} />
      {vetoed && (
        <Badge tone="fail" className="mt-2 h-auto! shrink! whitespace-normal! py-0.5">
          {rejectedBy(run.humanOrigin)}, so it cannot be accepted
        </Badge>
      )}
      {inForce.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm">Signals</h3>
          <ul className="divide-y">
            {inForce.toReversed().map((signal) => (
              <SignalItem key={signal.id} signal={signal} />
            ))}
          </ul>
        </>
      )}
      {past.length > 0 && (
        <LatePart>
          <PastSignals signals={past} />
        </LatePart>
      )}
    </Panel>
  )
}
