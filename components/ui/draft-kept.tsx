/** Says that a field begins with what was typed earlier and not sent, and clears it. */
export function DraftKept({ onClear }: { onClear: () => void }) {
  return (
    <span className="text-ink-3 text-xs">
      Draft kept.{' '}
      <button type="button" className="link pointer-coarse:min-h-8" onClick={onClear}>
        Clear
      </button>
    </span>
  )
}
