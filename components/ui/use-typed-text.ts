import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * State of a text field whose value is stored elsewhere, such as in the URL: passes the text to `onPause` when typing pauses.
 * A pending text is dropped when the field unmounts or when the stored value changes from outside.
 */
export function useTypedText(stored: string | null, onPause: (text: string | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastReported = useRef(stored)
  const [draft, setDraft] = useState<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (stored === lastReported.current) return
    lastReported.current = stored
    clearTimeout(timer.current)
    setDraft(null)
  }, [stored])
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastReported.current = typed.trim() || null
      onPause(lastReported.current)
      // A space at its end stays in the field: the next word may follow it.
      setDraft(typed === lastReported.current ? null : typed)
    }, TYPING_MS)
  }
  const shown = draft ?? stored ?? ''
  /** `isPending`: what is shown is not stored yet. */
  return { shown, type, isPending: shown.trim() !== (stored ?? '') }
}
