import { setShownPerson } from '@/lib/api/call'

/** What the keys of texts that were typed and not sent begin with, in the storage of a tab. */
export const UNSENT = 'veritas:unsent:'

let own = UNSENT

/** What those of the person begin with whom the page shows: they wait for the one who typed them, not for the next one at this machine. */
export const ownUnsent = () => own

/** Makes what the page sends, and what it keeps unsent, that of the person it shows. For the first render, before a field reads what was kept. */
export function showPerson(userId: string): void {
  if (typeof window === 'undefined') return
  setShownPerson(userId)
  own = `${UNSENT}${userId}:`
}
