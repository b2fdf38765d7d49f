import type { ReactNode } from 'react'
import type { UnsentText } from './browser-storage'

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

/** Props of a field whose text is kept while it is unsent; `hint` is shown when the text is not a kept one. */
export function unsentField([value, onChange, onClear]: UnsentText, hint?: ReactNode) {
  return { value, onChange, hint: onClear ? <DraftKept onClear={onClear} /> : hint }
}
