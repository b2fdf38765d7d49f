import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { prepareGateHistory } from '@/lib/charts/prepare-gate-history'
import type { GateDetail } from '@/lib/contracts/gates'

/** What happened to the gate, in words. Nothing is ever taken out of it. */
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
