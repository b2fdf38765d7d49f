/**
 * Repeats a button click that React did not take, since the script of that part of the page had not been loaded: buttons are visible
 * before. Only the last click is repeated, once, and only while its button exists. Links and forms work without script.
 */
export function EarlyClick({ nonce }: { nonce: string | undefined }) {
  const html = `(${keepEarlyClick.toString()})()`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it must run before any script is loaded, and contains no external input.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

// Serialized with toString(): it cannot access anything outside its own body.
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
