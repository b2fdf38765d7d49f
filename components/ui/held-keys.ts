import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react'

const loadPress = () => import('./press-key')

let waiting = 0
let isReplaying = false
let held: KeyboardEvent[] = []

/**
 * While `isWaiting`, holds the keys that are pressed, and gives them to what is opened as soon as it has the focus: without this, keys that
 * follow the one that opens a dialog whose code still loads would act on the page behind it. Escape calls `onCancel` and drops them.
 */
export function useHeldKeys(isWaiting: boolean, onCancel: () => void): void {
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (!isWaiting) return
    let isCancelled = false
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      isCancelled = true
      cancel()
    }
    waiting += 1
    document.addEventListener('keydown', hold, { capture: true })
    document.addEventListener('keydown', onEscape, { capture: true })
    return () => {
      waiting -= 1
      document.removeEventListener('keydown', onEscape, { capture: true })
      if (isCancelled) letGo()
      else void replay()
    }
  }, [isWaiting])
}

function hold(event: KeyboardEvent) {
  const isForBrowser = (event.ctrlKey || event.metaKey || event.altKey) && event.key !== 'Enter'
  // What was opened may be closed before it has got its keys: they and the next ones are not for it.
  if (event.isTrusted && event.key === 'Escape' && waiting === 0) letGo()
  if (!event.isTrusted || isForBrowser || event.key === 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat || event.key === 'Backspace') held.push(event)
}

/**
 * Whether a key was typed on a closed select or picker. It is given to what is opened now, with those that follow, once `receiver` in it has
 * the focus.
 */
export function isTypedInto(event: ReactKeyboardEvent, receiver: string): boolean {
  const { key, ctrlKey, metaKey, altKey, currentTarget, nativeEvent } = event
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return false
  event.preventDefault()
  held.push(nativeEvent)
  document.addEventListener('keydown', hold, { capture: true })
  void replay(receiver, currentTarget)
  return true
}

async function replay(receiver?: string, from?: EventTarget) {
  if (isReplaying) return
  isReplaying = true
  const code = await loadPress().catch(() => null)
  const isReady = code !== null && (await code.receivesKeys(receiver, from))
  while (isReady && waiting === 0) {
    const event = held.shift()
    if (!event) break
    code.pressKey(event)
    // A key can open or close something: the next one goes to what has the focus then.
    await new Promise((resolve) => setTimeout(resolve))
  }
  isReplaying = false
  if (waiting === 0) letGo()
}

function letGo() {
  held = []
  document.removeEventListener('keydown', hold, { capture: true })
}
