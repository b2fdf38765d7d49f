const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea'
/** What was opened has the focus by then, or takes none. */
const FOCUS_MS = 1000

/**
 * Resolves to true when a dialog or a field, or what `receiver` selects, has the focus; to false if none has after a second.
 * @param from what had the focus before and is no receiver, as a select in a dialog
 */
export function receivesKeys(receiver = `[role="dialog"], ${FIELD}`, from?: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      setTimeout(() => resolve(isThere))
    }
    const look = () => {
      const now = document.activeElement
      if (now !== from && now?.closest(receiver)) end(true)
    }
    const timer = setTimeout(() => end(false), FOCUS_MS)
    document.addEventListener('focusin', look)
    look()
  })
}

/** Repeats a key at what has the focus, with what a browser does for a key that a person presses: it types, submits or clicks. */
export function pressKey({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const receiver = document.activeElement ?? document.body
  const copy = { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }
  const isHandled = !receiver.dispatchEvent(new KeyboardEvent('keydown', copy))
  // As in a browser, a key types into what its own handlers have given the focus.
  const target = document.activeElement ?? document.body
  if (isHandled || ctrlKey || metaKey) return
  if (key === 'Enter' && target instanceof HTMLButtonElement) target.click()
  else if (!target.matches(FIELD)) return
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typeInto(target, key)
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, key: string) {
  const { selectionStart, selectionEnd } = field
  const typed = { Enter: '\n', Backspace: '' }[key] ?? (key.length === 1 ? key : null)
  if (typed === null || selectionStart === null || selectionEnd === null) return
  const isErasing = key === 'Backspace' && selectionStart === selectionEnd
  field.setRangeText(typed, Math.max(0, selectionStart - Number(isErasing)), selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
