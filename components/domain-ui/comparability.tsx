import { Notice } from '@/components/ui/notice'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'

type ComparabilityProps = { warnings: GateEvidence['warnings']; className?: string }

/** Warnings that the difference may have other causes than the versions; renders nothing if there are none. */
export function Comparability({ warnings, className }: ComparabilityProps) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="review" title="Compare with care" {...(className && { className })}>
      <ul className="mt-1 space-y-1">
        {warnings.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
