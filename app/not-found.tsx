import { PageNotFound } from '@/components/shell/page-not-found'
import { Mark, wordmarkClass } from '@/components/shell/wordmark'

// The script of this page comes with every other one, so there is none in it: plain links.
export default function NotFound() {
  return (
    <>
      <header>
        <a href="/" className={wordmarkClass}>
          <Mark />
          Veritas
        </a>
      </header>
      <main id="main" className="px-4">
        <PageNotFound link={<a href="/">Go to your projects</a>} />
      </main>
    </>
  )
}
