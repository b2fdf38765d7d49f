import { DATABASE_DIGEST } from '@/lib/contracts/error-codes'
import { toAppError, whyBusy } from '../to-app-error'

// The server (`scripts/provision/waiting-page.mjs`) is not part of any bundle, and answers the request that this is called for.
const server = globalThis as typeof globalThis & { veritasPageWaits?: (reason: string) => void }

/** Has the server answer 503 for the page being rendered, if it fails because the database does not answer. */
export function sayPageWaits(error: unknown): void {
  if (isOfDatabase(error)) server.veritasPageWaits?.(whyBusy(error) ?? 'the database does not answer')
}

/** Marks an error that the database caused for the page's boundary in the browser, to which Next sends no more than the digest. */
export function markForBoundary(error: unknown): unknown {
  return error instanceof Error && isOfDatabase(error) ? Object.assign(error, { digest: DATABASE_DIGEST }) : error
}

const isOfDatabase = (error: unknown) => toAppError(error).code === 'unavailable'
