import type { ReactNode } from 'react'
import { Mark, wordmarkClass } from './mark'

/** Layout of a page that may have nothing but itself: plain links only, since its script is part of every other page's. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <>
      <header>
        <a href="/" className={wordmarkClass}>
          <Mark />
          Veritas
        </a>
      </header>
      <main id="main" className="px-4">
        {children}
      </main>
    </>
  )
}
