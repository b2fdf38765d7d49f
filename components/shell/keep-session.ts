import { renewSession } from '@/lib/queries/session'

const EVERY_MS = 10 * 60_000

/**
 * Renews the session, which expires 12 hours after its last use, when the user opens a page, returns to it or works on it. Returns a function
 * that ends this.
 * @param issuedAtMs when the session's cookie was issued; null if that is unknown
 */
export function keepSession(issuedAtMs: number | null): () => void {
  let renewedAtMs = issuedAtMs ?? Number.NEGATIVE_INFINITY
  const onUse = () => {
    const ageMs = Date.now() - renewedAtMs
    // Below zero if this clock is behind the server's.
    const isFresh = ageMs >= 0 && ageMs < EVERY_MS
    if (document.visibilityState !== 'visible' || isFresh) return
    renewedAtMs = Date.now()
    void renewSession()
  }
  const events = ['visibilitychange', 'keydown', 'pointerdown'] as const
  for (const event of events) document.addEventListener(event, onUse, { passive: true })
  onUse()
  return () => {
    for (const event of events) document.removeEventListener(event, onUse)
  }
}
