import { StatusShape } from '@/components/domain-ui/status-mark'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { reasonsOf } from '@/lib/presentation/labels/reasons'

type ReasonsPanelProps = { detail: RunDetail; onSelect: (stepId: string) => void }

/** The three most important reasons, one line each, linked to their steps. */
export function ReasonsPanel({ detail, onSelect }: ReasonsPanelProps) {
  const reasons = reasonsOf(detail)
  return (
    <Panel title="Why">
      <ul className="space-y-1.5 text-sm">
        {reasons.map(({ tone, text, stepId }) => (
          <li key={text} className="flex items-start gap-2">
            <StatusShape status={tone} className="mt-1 size-3" />
            {stepId === null ? (
              <span className="min-w-0 break-words">{text}</span>
            ) : (
              <button type="button" onClick={() => onSelect(stepId)} className="link min-w-0 break-words text-left">
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
