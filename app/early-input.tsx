/**
 * Repeats a button click, or a shortcut, that React did not take since the script of that part of the page had not been loaded: the page is
 * visible before. Only the last one is repeated, once, and a click only while its button exists. Links and forms work without script.
 */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  const html = `(${keepEarlyClick.toString()})();(${keepEarlyKeys.toString()})()`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it must run before any script is loaded, and contains no external input.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

// Serialized with toString(): these cannot access anything outside their own bodies.
function keepEarlyClick() {
  const pauseMs = 50
  let pressed: HTMLButtonElement | null = null
  // React marks the elements that it has taken over.
  function isTaken(button: HTMLButtonElement) {
    return Object.keys(button).some((key) => key.startsWith('__reactProps'))
  }
  function keep(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!event.isTrusted || !button) return
    if (pressed === null) setTimeout(repeat, pauseMs)
    pressed = button.type !== 'button' || isTaken(button) ? null : button
    // React stops a click on its way down, unless it can take over the button at once.
    const forgetIfTaken = () => {
      if (isTaken(button)) pressed = null
    }
    pressed?.addEventListener('click', forgetIfTaken, { once: true })
  }
  function repeat() {
    if (!pressed?.isConnected || pressed.disabled) {
      pressed = null
      return
    }
    const button = pressed
    let hasArrived = false
    if (isTaken(button)) {
      const noteArrival = () => {
        hasArrived = true
      }
      button.addEventListener('click', noteArrival, { once: true })
      button.click()
    }
    if (hasArrived) pressed = null
    else setTimeout(repeat, pauseMs)
  }
  document.addEventListener('click', keep, { capture: true })
}

/** Keeps the last key, with the one before it if both may be a sequence, and repeats them on the document until a shortcut takes them. */
function keepEarlyKeys() {
  const pauseMs = 50
  const sequenceMs = 1000
  // Parts with shortcuts of their own may come after the frame of the page.
  const settlingMs = 2000
  const longestMs = 20_000
  let pressed: KeyboardEvent[] = []
  let place = ''
  let takenAt: number | null = null
  function isSettled() {
    const main = document.getElementById('main')
    if (takenAt === null && main && Object.keys(main).some((key) => key.startsWith('__reactProps')))
      takenAt = performance.now()
    return takenAt !== null && performance.now() - takenAt > settlingMs
  }
  function forget() {
    pressed = []
  }
  function keep(event: KeyboardEvent) {
    if (!event.isTrusted) return
    const target = event.target instanceof Element ? event.target : document.body
    const isOther =
      event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.length !== 1 || event.key === ' '
    const isTyped = target.closest('input, textarea, select, [contenteditable], [role="textbox"], [role="dialog"]')
    if (isOther || isTyped || isSettled()) {
      forget()
      return
    }
    const [last] = pressed.slice(-1)
    if (last === undefined) setTimeout(repeat, pauseMs)
    pressed = last && event.timeStamp - last.timeStamp <= sequenceMs ? [last, event] : [event]
    place = location.href
  }
  function repeat() {
    if (pressed.some((event) => event.defaultPrevented) || location.href !== place) forget()
    // Alone it only begins a sequence, and a page that has heard it would take its repetition for the second key: g g leads to the gates.
    const isBegun = pressed.length === 1 && (pressed[0]?.key.toLowerCase() === 'g' || pressed[0]?.code === 'KeyG')
    const isDone = (isBegun ? [] : pressed).some(
      ({ key, code, shiftKey }) =>
        !document.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, cancelable: true })),
    )
    const isLate = pressed.some(({ timeStamp }) => performance.now() - timeStamp > longestMs)
    if (isDone || isLate || isSettled()) forget()
    if (pressed.length > 0) setTimeout(repeat, pauseMs)
  }
  document.addEventListener('keydown', keep, { capture: true })
  document.addEventListener('pointerdown', forget, { capture: true })
}
