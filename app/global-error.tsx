'use client'

type GlobalErrorProps = { error: Error & { digest?: string } }

// In place of the root layout itself, so that it has neither its styles nor its scripts. Part of every page's script: nothing is imported.
export default function GlobalError({ error: { digest } }: GlobalErrorProps) {
  return (
    <html lang="en">
      <title>Veritas</title>
      <body style={{ font: '1rem system-ui', padding: '6rem 1rem', textAlign: 'center', colorScheme: 'light dark' }}>
        <p role="alert">This page could not be shown.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Try again
        </button>
        {digest && <p>Request {digest}</p>}
      </body>
    </html>
  )
}
