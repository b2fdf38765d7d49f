import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * State of a text field whose value is stored elsewhere, such as in the URL: passes the text to `onPause` when typing pauses.
 * A pending text is dropped when the field unmounts or when the stored value changes from outside.
 */
export function useTypedText(kept: string | null, onPause: (text: string | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handedOver = useRef(kept)
  const [draft, setDraft] = useState<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (kept === handedOver.current) return
    handedOver.current = kept
    clearTimeout(timer.current)
    setDraft(null)
  }, [kept])
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      handedOver.current = typed.trim() || null
      onPause(handedOver.current)
      setDraft(null)
    }, TYPING_MS)
  }
  return { shown: draft ?? kept ?? '', type }
}
