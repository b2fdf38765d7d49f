/** Event that signals that React has hydrated the page. */
export const LISTENING = 'veritas:listening'

/**
 * Replays a button click made before hydration: buttons are visible before their script has loaded. Only the last click is replayed, once,
 * and only if the button still exists. Links and forms work without script.
 */
export function EarlyClick({ nonce }: { nonce: string | undefined }) {
  const html = `(${keepEarlyClick.toString()})('${LISTENING}')`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it must run before any script is loaded, and contains no external input.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

// Serialized with toString(): it cannot access anything outside its own body.
function keepEarlyClick(listening: string) {
  let pressed: HTMLButtonElement | null = null
  function keep(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button?.type === 'button') pressed = button
  }
  document.addEventListener('click', keep, { capture: true })
  document.addEventListener(
    listening,
    () => {
      document.removeEventListener('click', keep, { capture: true })
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
}
