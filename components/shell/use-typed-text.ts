import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * A text that is typed here and kept elsewhere, as in the address: it is handed over once the typing pauses. What was not yet
 * handed over is dropped when the field goes away, or when another text comes from elsewhere.
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
