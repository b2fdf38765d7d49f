/** What a page says of itself once React listens. */
export const LISTENING = 'veritas:listening'

/**
 * A button is seen before its script is there. The last one pressed until then is pressed again once React listens: once,
 * however often it was, and only while it is still there. Links and forms wait by themselves.
 */
export function EarlyClick({ nonce }: { nonce: string | undefined }) {
  const html = `(${keepEarlyClick.toString()})('${LISTENING}')`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it must run before any script is loaded, and holds nothing from outside.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

// It is sent as its text: nothing outside it is in reach.
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
