'use client'

import { DATABASE_DIGEST } from '@/lib/contracts/error-codes'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

// Part of every page's script, so that it needs little but itself. What fails in a layout of a project ends here as well.
export default function ErrorPage({ error: { digest }, retry }: ErrorPageProps) {
  const isOfDatabase = digest === DATABASE_DIGEST
  return (
    <main id="main" className="px-4 py-24 text-center">
      <p role="alert">
        This page could not be shown{isOfDatabase ? ': the database does not answer. Nothing is lost.' : '.'}
      </p>
      <p className="mt-3">
        <button type="button" className="link mr-4" onClick={retry}>
          Try again
        </button>
        <a href="/" className="link">
          Go to your projects
        </a>
      </p>
      {digest && !isOfDatabase && <p className="mt-6 text-ink-3 text-xs">Request {digest}</p>}
    </main>
  )
}
