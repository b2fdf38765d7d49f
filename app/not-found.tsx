import { Mark, wordmarkClass } from '@/components/shell/mark'
import { PageNotFound } from '@/components/shell/page-not-found'
import { buttonClass } from '@/components/ui/button-class'

export const metadata = { title: 'Not found' }

// Plain links only: the script of this page is part of every other page's bundle.
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
        <PageNotFound
          link={
            <a href="/" className={buttonClass()}>
              Go to your projects
            </a>
          }
        />
      </main>
    </>
  )
}
