import { useEffect, useRef } from 'react'

// Nobody sees what a key has brought, and answers it, in less.
const SEEN_MS = 300

let lastKey = ''
let isAgain = false
let pressedAt = 0

function onKeyDown({ key, timeStamp }: KeyboardEvent) {
  isAgain = key === lastKey
  lastKey = key
  pressedAt = timeStamp
}

function onPointerDown() {
  lastKey = ''
}

/**
 * Returns what makes a shortcut act on the first press only, as `onFirstClick` does for buttons: the same key again, before `shown` has been on
 * screen long enough to be seen, is the second press of a double one. Whoever presses two keys for each item is never stopped.
 *
 * @param shown id of what the shortcut acts on
 */
export function useFirstPress(shown: string | undefined): (act: () => void) => () => void {
  const shownAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which it came.
  useEffect(() => {
    shownAt.current = performance.now()
  }, [shown])
  useEffect(() => {
    // Before the shortcuts hear it. They are the same functions each time, and stay: one that leaves must not take them from the others.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    document.addEventListener('pointerdown', onPointerDown, { capture: true })
  }, [])
  return (act) => () => {
    if (!isAgain || pressedAt - shownAt.current > SEEN_MS) act()
  }
}
