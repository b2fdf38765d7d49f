import { PageNotFound } from '@/components/shell/page-not-found'
import { Wordmark } from '@/components/shell/wordmark'

export default function NotFound() {
  return (
    <>
      <header>
        <Wordmark href="/" />
      </header>
      <main id="main" className="px-4">
        <PageNotFound href="/" label="Go to your projects" />
      </main>
    </>
  )
}
