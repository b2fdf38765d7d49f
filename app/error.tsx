'use client'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

// Part of every page's script, so that it needs nothing but itself. What fails in a layout of a project ends here as well.
export default function ErrorPage({ error: { digest }, retry }: ErrorPageProps) {
  return (
    <main id="main" className="px-4 py-24 text-center">
      <p role="alert">This page could not be shown.</p>
      <p className="mt-3">
        <button type="button" className="link mr-4" onClick={retry}>
          Try again
        </button>
        <a href="/" className="link">
          Go to your projects
        </a>
      </p>
      {digest && <p className="mt-6 text-ink-3 text-xs">Request {digest}</p>}
    </main>
  )
}
