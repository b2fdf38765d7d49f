'use client'

import dynamic from 'next/dynamic'
import type { PageProblemProps } from './page-problem'

// Every page would load it otherwise. If the server cannot be reached at all, the plain one needs nothing more.
const PageProblem = dynamic(() =>
  import('./page-problem').then(
    (module) => module.PageProblem,
    () => PlainProblem,
  ),
)

/** `PageProblem`, loaded when a page fails. */
export function LatePageProblem(props: PageProblemProps) {
  return <PageProblem {...props} />
}

/** The same of which nothing need be loaded. */
export function PlainProblem({ retry, link }: Pick<PageProblemProps, 'retry' | 'link'>) {
  return (
    <p role="alert" className="py-24 text-center">
      This page could not be shown.{' '}
      <button type="button" className="link mr-4" onClick={retry}>
        Try again
      </button>
      {link}
    </p>
  )
}
