import { Notice } from '@/components/ui/notice'
import type { GateEvidence } from '@/lib/contracts/gates'

/** Why the difference may not be one of the versions; nothing where nothing speaks against the comparison. */
export function Comparability({ warnings }: { warnings: GateEvidence['warnings'] }) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="review" title="Compare with care" className="mt-4">
      <ul className="mt-1 space-y-1">
        {warnings.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
